// Elements from script. Text is always text: nothing here ever parses HTML.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name in element && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, ...[label].flat());
}

/** A select box under a label; `choices` are [value, text]. */
export function choose(label, choices, value, onchange, properties = {}) {
  const box = h("select", { onchange: () => onchange?.(box.value), ...properties });
  fill(box, choices, value);
  return field(label, box);
}

export function fill(box, choices, value) {
  box.replaceChildren(...choices.map(([key, text]) => h("option", { value: key }, text)));
  if (value !== undefined) box.value = value;
}

export function field(label, control) {
  const caption = h("label", { class: "field" }, h("span", {}, label), control);
  caption.control_ = control;
  return caption;
}

/** Whether keys go nowhere: what had the focus is gone, hidden or disabled. */
export function isFocusLost() {
  const { activeElement: at, body } = document;
  return !at || at === body || at.disabled || !at.checkVisibility();
}

export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
}
