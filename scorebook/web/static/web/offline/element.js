// Elements, and texts with places to fill in.

/** element("p.soft", { title: "…" }, "text", another)
 *  @type {(kind: string, attributes?: Record<string, unknown>, ...children: Child[]) => HTMLElement} */
export function element(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split("."), made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null && value !== false) made.setAttribute(name, /** @type {string} */ (value));
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
  made.append(.../** @type {(Node | string)[]} */ (shown));
  return made;
}

/** @type {(text: string, facts: Record<string, unknown>) => string} */
export const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => /** @type {string} */ (facts[name]));
