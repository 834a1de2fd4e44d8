"use strict";
(function () {
  const table = document.getElementById("claim-table");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const field = (name) => document.getElementById("f-" + name);
  const form = document.querySelector(".filters");

  function filter() {
    const words = field("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = ["weight", "verdict", "impact", "section"].map((name) => [name, field(name).value]);
    const method = field("method").value;
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = wanted.every(([name, value]) => !value || row.dataset[name] === value)
        && (!method || row.dataset.method.split(" ").includes(method))
        && words.every((word) => text.includes(word));
      row.hidden = !fits;
      shown += fits;
    }
    field("count").textContent = shown + (shown === 1 ? " statement" : " statements");
  }

  function sort(column, heading) {
    const falling = heading.getAttribute("aria-sort") === "ascending";
    const key = (row) => row.cells[column].dataset.key;
    const numbers = rows.every((row) => key(row) !== "" && !isNaN(key(row)));
    rows.sort((a, b) => (numbers ? key(a) - key(b) : key(a).localeCompare(key(b), "en")) * (falling ? -1 : 1));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
    body.append(...rows);
  }

  filter();
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  Array.from(table.tHead.rows[0].cells).forEach((heading, column) => {
    heading.firstElementChild.addEventListener("click", () => sort(column, heading));
  });

  for (const node of document.querySelectorAll("[data-node]")) {
    const name = node.dataset.node;
    const light = (on) => {
      for (const edge of document.querySelectorAll(".edge")) {
        if (edge.dataset.from === name || edge.dataset.to === name) edge.classList.toggle("lit", on);
      }
    };
    for (const event of ["mouseenter", "focus"]) node.addEventListener(event, () => light(true));
    for (const event of ["mouseleave", "blur"]) node.addEventListener(event, () => light(false));
  }

  const statements = JSON.parse(document.getElementById("statements").textContent);

  // --- a link opens the part that its target is folded into, then goes there --------------------------------

  function land() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let part = target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
    target.scrollIntoView();
  }
  window.addEventListener("hashchange", land);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.getAttribute("href") === location.hash) { event.preventDefault(); land(); }
  });

  // --- the graph around one statement -----------------------------------------------------------------------

  const graph = document.getElementById("focus-graph");
  const users = {};
  for (const label of Object.keys(statements)) users[label] = [];
  for (const [label, one] of Object.entries(statements)) for (const used of one.uses) users[used].push(label);
  const view = { focus: "", dir: "up", depth: 2 };

  function around(label, next, depth) {  // label -> its distance
    const found = new Map([[label, 0]]);
    let edge = [label];
    for (let far = 1; far <= depth && edge.length; far++) {
      const beyond = [];
      for (const one of edge) for (const other of next(one)) {
        if (!found.has(other)) { found.set(other, far); beyond.push(other); }
      }
      edge = beyond;
    }
    return found;
  }

  function draw() {
    const level = new Map();
    if (view.dir !== "down") for (const [one, far] of around(view.focus, (l) => statements[l].uses, view.depth)) level.set(one, -far);
    if (view.dir !== "up") for (const [one, far] of around(view.focus, (l) => users[l], view.depth)) if (!level.has(one)) level.set(one, far);
    graph.replaceChildren();
    for (const at of [...new Set(level.values())].sort((a, b) => a - b)) {
      const row = document.createElement("div");
      row.className = "level";
      for (const [label, its] of level) if (its === at) {
        const box = document.createElement("button");
        box.type = "button";
        box.className = "v-" + statements[label].verdict;
        box.dataset.label = label;
        box.textContent = statements[label].name;
        box.title = label;
        if (label === view.focus) box.setAttribute("aria-current", "true");
        row.append(box);
      }
      graph.append(row);
    }
    const go = document.createElement("p");
    const link = document.createElement("a");
    link.href = "#" + statements[view.focus].anchor;
    link.textContent = "go to " + view.focus;
    go.append(link);
    graph.append(go);
    connect();
  }

  function connect() {  // lines between the boxes, from above to below
    const old = graph.querySelector("svg");
    if (old) old.remove();
    const frame = graph.getBoundingClientRect(), at = {}, paths = [];
    for (const box of graph.querySelectorAll("button")) at[box.dataset.label] = box.getBoundingClientRect();
    for (const label of Object.keys(at)) for (const used of statements[label].uses) if (at[used]) {
      const [top, low] = [at[used], at[label]];
      const [x, y, u, v] = [top.x + top.width / 2 - frame.x, top.bottom - frame.y, low.x + low.width / 2 - frame.x, low.y - frame.y];
      const bend = Math.max(12, Math.abs(v - y) / 2);
      paths.push(`<path d="M${x},${y} C${x},${y + bend} ${u},${v - bend} ${u},${v}"/>`);
    }
    graph.insertAdjacentHTML("afterbegin", `<svg aria-hidden="true">${paths.join("")}</svg>`);
  }

  function show(changed) {
    Object.assign(view, changed);
    for (const name of ["focus", "dir", "depth"]) document.getElementById("g-" + name).value = view[name];
    draw();
    const query = new URLSearchParams({ focus: view.focus, dir: view.dir, depth: view.depth });
    try { history.replaceState(null, "", "?" + query + location.hash); } catch (error) { /* a browser that keeps addresses of files */ }
  }

  function start() {
    const asked = new URLSearchParams(location.search);
    const first = Object.keys(statements)[0];
    if (asked.has("focus") && statements[asked.get("focus")]) view.focus = asked.get("focus");
    else view.focus = statements["thm:sens_softmax"] ? "thm:sens_softmax" : first;
    if (["up", "down", "both"].includes(asked.get("dir"))) view.dir = asked.get("dir");
    if (["1", "2", "3", "9"].includes(asked.get("depth"))) view.depth = Number(asked.get("depth"));
    for (const name of ["focus", "dir", "depth"]) document.getElementById("g-" + name).value = view[name];
    draw();
    if (asked.has("focus") && !location.hash) document.getElementById("graph").scrollIntoView();
  }

  for (const name of ["focus", "dir", "depth"]) {
    document.getElementById("g-" + name).addEventListener("input", (event) => show({ [name]: name === "depth" ? Number(event.target.value) : event.target.value }));
  }
  graph.addEventListener("click", (event) => {
    const box = event.target.closest("button");
    if (box) { show({ focus: box.dataset.label }); graph.querySelector("[aria-current]").focus(); }
  });
  for (const button of document.querySelectorAll("[data-show]")) button.addEventListener("click", () => {
    show({ focus: button.dataset.show });
    document.getElementById("graph").scrollIntoView();
  });
  window.addEventListener("resize", connect);
  if (Object.keys(statements).length) start();
  land();

  // --- what a reference says, beside the text; a press on `keep` pins it ------------------------------------

  const preview = document.getElementById("preview");
  let pinned = false;
  function look(link) {
    const article = document.getElementById(link.getAttribute("href").slice(1));
    if (pinned || !article || article.contains(link)) return;
    const [title, badges, says] = ["h4", "p", "dd"].map((part) => article.querySelector(part).cloneNode(true));
    title.removeAttribute("id");
    const keep = document.createElement("button");
    keep.type = "button";
    keep.textContent = "keep";
    keep.addEventListener("click", () => { pinned = !pinned; keep.textContent = pinned ? "close" : "keep"; preview.hidden = !pinned; });
    const text = document.createElement("p");
    text.append(...says.childNodes);
    preview.replaceChildren(title, badges, text, keep);
    preview.hidden = false;
  }
  for (const link of document.querySelectorAll('article dd a[href^="#claim-"]')) {
    for (const event of ["mouseenter", "focus"]) link.addEventListener(event, () => look(link));
    link.addEventListener("blur", () => { if (!pinned) preview.hidden = true; });
  }
  document.addEventListener("mousemove", (event) => {
    if (!pinned && !preview.hidden && !event.target.closest('article dd a[href^="#claim-"], #preview')) preview.hidden = true;
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { pinned = false; preview.hidden = true; } });

  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = Array.from(document.querySelectorAll("details:not([open])"));
    for (const part of closed) part.open = true;
  });
  window.addEventListener("afterprint", () => { for (const part of closed) part.open = false; });
})();
