// Sorting, searching, the theme, and the values of the heat maps; the page tells all without it.
(() => {
  "use strict";

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const folded = (text) => text.normalize("NFKC").toLowerCase();

  // Sorting: heads become buttons; rows of equal keys keep their order, undefined ones go last.

  function keyOf(row, at, numeric) {
    const cell = row.cells[at];
    const text = cell.dataset.sort ?? cell.textContent.trim();
    return numeric ? parseFloat(text.replace(/^<|,/g, "")) : folded(text);
  }

  function compare(a, b, down) {
    if (typeof a === "number") {
      if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
      return down ? b - a : a - b;
    }
    if (!a || !b) return !a - !b;
    const order = a < b ? -1 : a > b ? 1 : 0;
    return down ? -order : order;
  }

  function sort(head) {
    const table = head.closest("table");
    const at = head.cellIndex;
    const other = { ascending: "descending", descending: "ascending" };
    const direction = other[head.getAttribute("aria-sort")] ?? head.dataset.first;
    const numeric = head.classList.contains("number");
    const rows = [...table.tBodies[0].rows].map((row) => [keyOf(row, at, numeric), row]);
    rows.sort((a, b) => compare(a[0], b[0], direction === "descending"));
    for (const one of table.tHead.rows[0].cells) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }

  for (const head of all("th[data-first]")) {
    const label = head.querySelector(".label");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "label";
    button.textContent = label.textContent;
    button.addEventListener("click", () => sort(head));
    label.before(button);
    label.className = "printed"; // browsers leave buttons out of heads repeated on later pages
  }

  // Searching: rows that do not hold the words are hidden, in every table that has such rows.

  for (const search of all(".search")) {
    const what = search.dataset.what;
    const total = Number(search.dataset.count);
    const rows = all(`[data-${what}]`).map((row) => [folded(row.dataset[what]), row]);
    const box = search.querySelector("input");
    const output = search.querySelector("output");
    const find = () => {
      const words = folded(box.value).split(/\s+/).filter(Boolean);
      const found = new Set();
      for (const [name, row] of rows) {
        const fits = words.every((word) => name.includes(word));
        if (row.tagName === "TR") row.hidden = !fits;
        else row.classList.toggle("dim", !fits);
        if (fits) found.add(row.dataset[what]);
      }
      output.textContent = words.length ? `${found.size} of ${total} ${what}s` : "";
    };
    box.addEventListener("input", find);
    search.hidden = false;
  }

  // The theme: as the system has it, until the button says otherwise.

  const theme = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  const name = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    name();
  });
  dark.addEventListener("change", name);
  theme.hidden = false;
  name();

  // What is folded is printed all the same, except for the long tables.

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open], .long)");
    for (const one of opened) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });

  // Heat maps: each pixel of the picture is the place of a value in a list.

  const told = JSON.parse(document.getElementById("told").textContent);

  async function pixelsOf(image) {
    const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (char) => char.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    for (let at = 8; at < bytes.length; at += 12 + view.getUint32(at)) {
      const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      if (kind !== "IDAT") continue;
      const packed = new Blob([bytes.subarray(at + 8, at + 8 + view.getUint32(at))]);
      const plain = packed.stream().pipeThrough(new DecompressionStream("deflate"));
      return new Uint8Array(await new Response(plain).arrayBuffer());
    }
    return new Uint8Array();
  }

  function followed(figure, map, pixels) {
    const [image, cursor] = [figure.querySelector(".plane img"), figure.querySelector(".cursor")];
    const scroll = figure.querySelector(".scroll");
    const output = figure.querySelector(".told");
    const [across, down] = [map.columns.length, map.runs.length];
    let [column, row] = [0, 0];
    const show = () => {
      const value = map.values[pixels[row * map.height * (across + 1) + 1 + column]];
      const about = map.rounded ? "about " : "";
      const question = told.questions[map.columns[column]];
      output.textContent = `${map.runs[row]}, ${question}: ${about}${value}`;
      cursor.hidden = false;
      cursor.style.left = `${(100 * column) / across}%`;
      cursor.style.top = `${(100 * row) / down}%`;
      cursor.style.width = `${100 / across}%`;
      cursor.style.height = `${100 / down}%`;
    };
    image.addEventListener("pointermove", (event) => {
      const box = image.getBoundingClientRect();
      column = Math.min(across - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * across)));
      row = Math.min(down - 1, Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * down)));
      show();
    });
    image.addEventListener("pointerleave", () => { cursor.hidden = true; output.textContent = ""; });
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    scroll.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!cursor.hidden) {
        column = Math.min(across - 1, Math.max(0, column + step[0]));
        row = Math.min(down - 1, Math.max(0, row + step[1]));
      }
      show();
      cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    scroll.addEventListener("blur", () => { cursor.hidden = true; });
    const zoom = document.createElement("button");
    zoom.type = "button";
    zoom.className = "zoom";
    zoom.textContent = "Zoom";
    zoom.setAttribute("aria-pressed", "false");
    zoom.addEventListener("click", () => {
      const wide = figure.classList.toggle("wide");
      zoom.setAttribute("aria-pressed", String(wide));
    });
    figure.querySelector(".under").append(zoom);
  }

  for (const figure of all("figure.heat")) {
    const map = told.maps[Number(figure.dataset.map)];
    if (typeof DecompressionStream === "undefined") break;
    pixelsOf(figure.querySelector(".plane img")).then((pixels) => {
      followed(figure, map, pixels);
      figure.dataset.ready = "";
    });
  }
})();
