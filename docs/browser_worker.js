// Runs blocks of Python one after the other, up to the first that fails; tells what each of them printed.
import { loadPyodide } from "./pyodide.mjs";

async function started() {
  const packages = fetch("packages.zip").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide();
  python.unpackArchive(await packages, "zip");
  return python;
}

let starting;
onmessage = async ({ data: codes }) => {
  let number = 0, text = "";
  try {
    const python = await (starting ??= started()), names = python.toPy({ __name__: "__main__" });
    python.setStdout({ batched: (line) => (text += line + "\n") });
    for (; number < codes.length; number++, text = "") {
      python.runPython(codes[number], { globals: names });
      postMessage({ number, text });
    }
  } catch (error) {
    postMessage({ number, text: `${text}${error.message.trim().split("\n").pop()}\n`, failed: true });
  }
};
