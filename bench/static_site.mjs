// Answers requests, one JSON line each, as the page of a static site does: node static_site.mjs SITE

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const site = path.resolve(process.argv[2]);
const home = (name) => path.join(site, "files", readdirSync(path.join(site, "files")).find((each) => each.startsWith(`${name}-`)));
const load = (...parts) => import(pathToFileURL(path.join(...parts)));

const { Core } = await load(home("page"), "js/core/instance.js");
const { answer } = await load(home("page"), "js/core/answers.js");
const { loadPyodide } = await load(home("pyodide"), "pyodide.mjs");
const [wheel] = readdirSync(home("wheel"));

globalThis.nonairo_core = new WebAssembly.Module(readFileSync(path.join(home("core"), "core.wasm")));
const core = new Core(nonairo_core);
const python = await loadPyodide({ indexURL: home("pyodide") + path.sep });
python.FS.writeFile("/lib/package.zip", readFileSync(path.join(home("wheel"), wheel)));
const reply = python.runPython("import sys; sys.path.append('/lib/package.zip')\nfrom nonairo.serving.beside import reply\nreply");

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [name, request] = JSON.parse(line);
  const body = JSON.stringify(request);
  const begun = spent();
  const quick = answer(core, name, request);
  const text = quick ? `200 ${JSON.stringify(quick)}` : reply(name, body);
  const seconds = spent() - begun;
  console.log(JSON.stringify({ seconds, text }));
}
