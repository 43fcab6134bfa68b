// Passes a link on: in the ways that the phone itself offers, or by the clipboard.

/** Says in the box that it is done. Without HTTPS there is no clipboard to write to: the old way still works.
 *  @type {(text: string, box: Element, copied: string) => Promise<void>} */
export async function copy(text, box, copied) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    box.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  box.querySelector("[role=status]").textContent = copied;
}

for (const box of /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll("[data-link]"))) {
  const { link: url, copied } = box.dataset, share = /** @type {HTMLElement} */ (box.querySelector("[data-way=share]"));
  share.hidden = !navigator.share;
  // Who changes their mind in the system's sheet has not failed.
  share.addEventListener("click", () => { navigator.share({ url }).catch(() => {}); });
  box.querySelector("[data-way=copy]").addEventListener("click", () => copy(url, box, copied));
}
