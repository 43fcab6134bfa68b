// A file of this device is prepared for sending: nothing is sent before the button is pressed.

const LONGEST_NAME = 100;
const text = /** @type {HTMLTextAreaElement} */ (document.querySelector("[data-most]"));
const bytes = /** @type {HTMLInputElement} */ (document.querySelector("[data-bytes]"));
const encoding = /** @type {HTMLInputElement} */ (document.querySelector("[data-encoding]"));
const tooLong = /** @type {HTMLElement} */ (document.querySelector("[data-too-long]"));
// "Íñ" of DOS (850) is valid UTF-8: a Hebrew accent without its letter.
const ACCENT_ALONE = /(^|[\s;,"])[\u0300-\u036f\u0591-\u05c7]/;
const most = Number(text.dataset.most);

/** The text of a file in UTF-8; null for a workbook or another encoding, which the server reads. */
function textOf(/** @type {Uint8Array} */ content) {
  try {
    const found = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return content.includes(0) || ACCENT_ALONE.test(found) ? null : found;
  } catch {
    return null;
  }
}

function base64Of(/** @type {Uint8Array} */ content) {
  return btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(""));
}

function say() {
  tooLong.hidden = new TextEncoder().encode(text.value).length + bytes.value.length <= most;
}

document.querySelector("[data-file]")?.addEventListener("change", async (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (!file) return;
  const content = new Uint8Array(await file.arrayBuffer());
  const found = textOf(content);
  text.value = found ?? "";
  bytes.value = found === null ? base64Of(content) : "";
  encoding.value = "";
  const name = /** @type {HTMLInputElement} */ (document.querySelector("[name=file_name]"));
  name.value = file.name.slice(0, LONGEST_NAME);
  say();
});
text.addEventListener("input", say);
