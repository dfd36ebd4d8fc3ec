// The web worker: Python by Pyodide, with the package in it. It gets the addresses of both and the compiled core.wasm,
// says that it is ready, and then answers one question at a time.

let reply = null;
let shared = null; // what interrupts Python, if the page can

self.onmessage = ({ data }) => (reply ? answer(data) : start(data));

const PACKAGE = "/lib/package.zip"; // its modules are read from the archive when they are imported

async function start({ pyodide, wheel, core, first, interrupt }) {
  try {
    self.nonairo_core = core; // where the package looks for it
    const packed = bytesOf(wheel);
    const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
    const python = await loadPyodide({ indexURL: pyodide });
    python.FS.writeFile(PACKAGE, new Uint8Array(await packed));
    const found = python.runPython(`
import sys
sys.path.append("${PACKAGE}")
from nonairo.serving.beside import reply
reply`);
    found("hint", JSON.stringify({ puzzle: first })); // loads what hints need
    if (interrupt) python.setInterruptBuffer(interrupt);
    shared = interrupt;
    reply = found;
    self.postMessage({ kind: "ready" });
  } catch (error) {
    self.postMessage({ kind: "failed", message: shortly(error) });
  }
}

async function bytesOf(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

function answer({ number, name, body, reports }) {
  if (shared) shared[0] = 0; // what was meant for the question before
  const tell = reports ? (text) => self.postMessage({ kind: "progress", number, text }) : undefined;
  try {
    self.postMessage({ kind: "answer", number, text: reply(name, body, tell) });
  } catch {
    self.postMessage({ kind: "ended" });
  }
}

const shortly = (error) => String(error?.message ?? error).trim().split("\n").at(-1).slice(0, 200);
