// A file of this device comes into the field as text: nothing is sent before the button is pressed.

const LONGEST_NAME = 100;
const text = /** @type {HTMLTextAreaElement} */ (document.querySelector("[data-most]"));
const tooLong = /** @type {HTMLElement} */ (document.querySelector("[data-too-long]"));
const most = Number(text.dataset.most);

/** UTF-8, and what older spreadsheets on Windows write. */
function decoded(/** @type {ArrayBuffer} */ bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function say() {
  tooLong.hidden = new TextEncoder().encode(text.value).length <= most;
}

document.querySelector("[data-file]")?.addEventListener("change", async (event) => {
  const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
  if (!file) return;
  text.value = decoded(await file.arrayBuffer());
  const name = /** @type {HTMLInputElement} */ (document.querySelector("[name=file_name]"));
  name.value = file.name.slice(0, LONGEST_NAME);
  say();
});
text.addEventListener("input", say);
