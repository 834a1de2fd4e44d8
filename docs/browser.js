// A Run button under each Python block: it runs the blocks up to there, as they stand, in a worker.
const made = (tag, more) => Object.assign(document.createElement(tag), more);
const blocks = [...document.querySelectorAll("code.language-python")].map((code) => {
  const pre = code.parentElement, next = pre.nextElementSibling;
  const shown = next?.querySelector("code.language-text") ? next : null;
  const button = made("button", { textContent: "Run" }), status = made("span", { role: "status" });
  const line = made("p"), pair = made("div", { className: "pair" }), printed = made("pre", { hidden: true });
  code.setAttribute("contenteditable", "plaintext-only");
  code.spellcheck = false;
  code.oninput = () => (status.textContent = "");
  line.append(button, " ", status);
  pre.after(line, pair);
  pair.append(...(shown ? [shown] : []), printed);
  return { code, shown, button, status, printed };
});
document.head.append(made("style", { textContent: `
  .pair { display: flex; flex-wrap: wrap; gap: 0 1rem; } .pair pre { flex: 1 1 18rem; min-width: 0; margin-top: 0; }
  .pair pre[data-by]::before { content: attr(data-by); display: block; font: .9em system-ui, sans-serif; color: #555; }
  button { font: inherit; color-scheme: light dark; } code[contenteditable] { display: block; }` }));
document.querySelector("h1").after(made("p", { textContent: "The Python blocks run in this browser: change the code \
and press Run. Lists and arrays are refused, because numpy has no wheel for browsers." }));

const worker = new Worker(new URL("browser_worker.js", import.meta.url), { type: "module" });
const usable = (yes) => blocks.forEach(({ button }) => (button.disabled = !yes));
let last;
worker.onmessage = ({ data: { number, text, failed } }) => {
  const { shown, status, printed } = blocks[number];
  if (failed) blocks[last].status.textContent = "an error above";
  status.textContent = failed ? "an error" : text === (shown?.textContent ?? "") ? "as shown" : "not as shown";
  Object.assign(printed, { textContent: text, hidden: false }).dataset.by = "this browser prints";
  if (shown) shown.dataset.by = "the chapter shows";
  if (failed || number === last) usable(true);
};
for (const [number, { button, status }] of blocks.entries()) {
  button.onclick = () => {
    usable(false);
    status.textContent = "running; the first time Python has to start";
    worker.postMessage(blocks.slice(0, (last = number) + 1).map(({ code }) => code.textContent));
  };
}
