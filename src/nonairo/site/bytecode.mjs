// Runs in_pyodide.py: node bytecode.mjs FOLDER, where the folder has Pyodide's files, the package as package.zip, and
// that script. Writes python_stdlib.zip and package.zip again, with bytecode in place of sources.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
const file = (name) => path.join(folder, name);
const { loadPyodide } = await import(pathToFileURL(file("pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder + path.sep });
const archives = ["python_stdlib.zip", "package.zip"];
for (const name of archives) python.FS.writeFile(`/lib/${name}`, readFileSync(file(name)));
python.runPython(readFileSync(file("in_pyodide.py"), "utf8"));
for (const name of archives) writeFileSync(file(name), python.FS.readFile(`/lib/${name}`));
process.exit(0);
