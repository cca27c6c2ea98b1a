// Single questions out of very many, unpacked when they are searched for.
(() => {
  "use strict";

  const MOST = 20; // questions offered
  const place = document.querySelector(".lookup");
  if (!place || typeof DecompressionStream === "undefined") return;
  const told = JSON.parse(document.getElementById("told").textContent).lookup;
  const folded = (text) => text.normalize("NFKC").toLowerCase();
  const [box, output, shown] = ["input", "output", ".shown"].map((one) => place.querySelector(one));

  const made = (kind, ...children) => {
    const element = document.createElement(kind);
    element.append(...children);
    return element;
  };
  const named = (text) => made("bdi", text);

  async function inflated(packed) {
    const bytes = Uint8Array.from(atob(packed.codes), (char) => char.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(plain);
  }

  // Each name as the characters that it shares with the one before, and the rest.
  async function unpackedNames() {
    const parts = await (await inflated(told.names)).json();
    const names = [];
    for (let at = 0; at < parts.length; at += 2) {
      const shared = parts[at] ? Array.from(names.at(-1)).slice(0, parts[at]).join("") : "";
      names.push(shared + parts[at + 1]);
    }
    return names;
  }

  // A function that gives the text at a place; what was not packed has none.
  async function unpacked(packed) {
    if (!packed) return () => "–";
    const bytes = new Uint8Array(await (await inflated(packed)).arrayBuffer());
    const count = bytes.length / packed.bytes;
    return (at) => {
      let code = 0;
      for (let plane = packed.bytes - 1; plane >= 0; plane--) code = code * 256 + bytes[plane * count + at];
      return packed.texts[code];
    };
  }

  async function everything() {
    const names = await unpackedNames();
    const measures = told.measures.map(async (measure) => ({
      label: measure.label,
      mean: await unpacked(measure.means),
      third: await unpacked(measure.thirds),
      value: await unpacked(measure.values),
    }));
    const kind = told.kinds ? await unpacked(told.kinds) : null;
    return { names, keys: names.map(folded), kind, measures: await Promise.all(measures) };
  }

  let known = null;
  const load = () => (known ??= everything());

  function show(all, at) {
    const kind = all.kind ? [" (", named(all.kind(at)), ")"] : [];
    const head = made("tr", made("th", "run"), ...all.measures.map((one) => made("th", one.label)));
    const means = all.measures.map((one) => made("td", one.mean(at), " ", made("small", one.third(at))));
    const rows = told.runs.map((run, row) => {
      const cells = all.measures.map((one) => made("td", one.value(row * told.count + at)));
      return made("tr", made("th", named(run)), ...cells);
    });
    const first = made("tr", made("th", "mean over runs"), ...means);
    const table = made("table", made("caption", named(all.names[at]), ...kind), made("thead", head));
    table.append(made("tbody", first, ...rows));
    for (const cell of table.querySelectorAll("td, thead th:not(:first-child)")) cell.className = "number";
    for (const cell of table.querySelectorAll("thead th")) cell.scope = "col";
    for (const cell of table.querySelectorAll("tbody th")) cell.scope = "row";
    const region = made("div", table);
    region.className = "scroll";
    region.tabIndex = 0;
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", `Values of ${all.names[at]}`);
    shown.querySelector(".scroll")?.remove();
    shown.append(region);
    for (const button of shown.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.at) === at));
    }
  }

  function offered(all, at) {
    const button = made("button", named(all.names[at]));
    button.type = "button";
    button.dataset.at = at;
    button.addEventListener("click", () => show(all, at));
    return made("li", button);
  }

  async function find() {
    const all = await load();
    const asked = folded(box.value.trim());
    const words = asked.split(/\s+/).filter(Boolean);
    shown.replaceChildren();
    output.textContent = "";
    if (!words.length) return;
    const found = [];
    all.keys.forEach((key, at) => {
      if (words.every((word) => key.includes(word))) found.push(at);
    });
    const same = all.keys.indexOf(asked);
    const best = same < 0 ? found : [same, ...found.filter((at) => at !== same)];
    const first = best.length > MOST ? `; the first ${MOST} of them:` : "";
    output.textContent = `${best.length.toLocaleString("en")} of ${told.count.toLocaleString("en")} questions${first}`;
    shown.append(made("ul", ...best.slice(0, MOST).map((at) => offered(all, at))));
    if (best.length) show(all, best[0]);
  }

  box.addEventListener("focus", load);
  box.addEventListener("input", find);
  place.hidden = false;
  document.querySelector(".unsearched").hidden = true;
})();
