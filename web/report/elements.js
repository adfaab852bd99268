// SPDX-License-Identifier: MIT
// Elements are made here and nowhere else: what comes from results is only ever text, never markup.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

function button(label, action, attributes = {}) {
  return element("button", { type: "button", onclick: action, ...attributes }, label);
}

function choice(label, options, value, action, attributes = {}) {
  const select = element("select", { onchange: () => action(select.value), ...attributes },
    options.map(([name, text]) => element("option", { value: name, selected: name === value }, text)));
  return element("label", { class: "field" }, element("span", {}, label), select);
}

function search(label, value, action, attributes = {}) {
  const input = element("input", { type: "search", value, oninput: () => action(input.value), ...attributes });
  return element("label", { class: "field" }, element("span", {}, label), input);
}

function section(id, title, ...children) {
  return element("section", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), children);
}

// The list of facts at the top: label and value.
function facts(list) {
  return element("dl", { class: "facts" }, list.map(([label, value]) => [element("dt", {}, label), element("dd", {}, value)]));
}
