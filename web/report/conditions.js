// SPDX-License-Identifier: MIT
// The box that says under which conditions a number was taken: on hover, on focus, on a tap. Escape closes it.

const condition_lines = new WeakMap();
const condition_box = element("div", { id: "conditions", role: "tooltip", hidden: true });
let condition_owner = null;

// lines: a function, asked when the box opens, that gives [label, value] or plain lines.
function with_conditions(target, lines) {
  condition_lines.set(target, lines);
  target.setAttribute("data-conditions", "");
  return target;
}

function condition_line(line) {
  if (typeof line === "string") return element("p", {}, line);
  const [label, value] = line;
  return element("p", {}, element("b", {}, `${label}: `), value);
}

function show_conditions(owner) {
  if (owner === condition_owner) return;
  hide_conditions();
  const lines = condition_lines.get(owner);
  if (!lines) return;
  condition_owner = owner;
  condition_box.replaceChildren(...lines().map(condition_line));
  condition_box.hidden = false;
  owner.setAttribute("aria-describedby", condition_box.id);
  const at = owner.getBoundingClientRect();
  const box = condition_box.getBoundingClientRect();
  const gap = 4;
  const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.width - 8));
  const is_below = at.bottom + gap + box.height <= innerHeight || at.top < box.height + gap;
  condition_box.style.left = `${left + scrollX}px`;
  condition_box.style.top = `${(is_below ? at.bottom + gap : at.top - gap - box.height) + scrollY}px`;
}

function hide_conditions() {
  condition_owner?.removeAttribute("aria-describedby");
  condition_owner = null;
  condition_box.hidden = true;
}

function watch_conditions() {
  document.body.append(condition_box);
  const owner_of = (event) => event.target.closest?.("[data-conditions]");
  document.addEventListener("mouseover", (event) => {
    if (condition_box.contains(event.target)) return;
    const owner = owner_of(event);
    if (owner) show_conditions(owner);
    else if (!condition_owner?.contains(document.activeElement)) hide_conditions();
  });
  document.addEventListener("focusin", (event) => {
    const owner = owner_of(event);
    if (owner) show_conditions(owner);
    else hide_conditions();
  });
  document.addEventListener("click", (event) => {
    const owner = owner_of(event);
    if (owner) show_conditions(owner);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide_conditions();
  });
}
