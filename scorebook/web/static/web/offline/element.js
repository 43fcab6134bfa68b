// Elements, and texts with places to fill in.

/** element("p.soft", { title: "…" }, "text", another) */
export function element(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split("."), made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
