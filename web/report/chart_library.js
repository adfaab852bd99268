// SPDX-License-Identifier: MIT
// ECharts, which the page carries compressed.

let library = null;

function load_library() {
  library ??= unpack_library();
  return library;
}

async function unpack_library() {
  const holder = document.getElementById("echarts");
  const packed = Uint8Array.from(atob(holder.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const source = await new Response(stream).text();
  const script = document.createElement("script");
  script.textContent = source;
  document.head.append(script);
  holder.remove();
  return window.echarts;
}
