// SPDX-License-Identifier: MIT
// The data of the page and its words in the language that is shown.

const data = JSON.parse(document.getElementById("data").textContent);

// The sentence of a key, with {name} replaced by the argument of that name.
function say(key, values = {}) {
  const text = data.interface[view.lang][key] ?? data.interface.en[key] ?? key;
  return text.replace(/\{([a-z_]+)\}/g, (mark, name) => values[name] ?? mark);
}

// The text of that number (conditions, warnings, reasons).
function numbered(number) {
  const text = data.texts[number];
  return typeof text === "string" ? text : text[view.lang === "zh" ? 1 : 0];
}

// Labels and values in turn, as pairs.
function pairs(numbers) {
  const list = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) list.push([numbered(numbers[i]), numbered(numbers[i + 1])]);
  return list;
}
