"use strict";
(function () {
  const table = document.getElementById("claim-table");
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const field = (name) => document.getElementById("f-" + name);
  const form = document.querySelector(".filters");

  function filter() {
    const words = field("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = ["verdict", "impact", "section"].map((name) => [name, field(name).value]);
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

  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = Array.from(document.querySelectorAll("details:not([open])"));
    for (const part of closed) part.open = true;
  });
  window.addEventListener("afterprint", () => { for (const part of closed) part.open = false; });
})();
