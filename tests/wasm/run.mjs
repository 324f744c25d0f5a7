// node run.mjs PYODIDE SITE SCRIPT: run a Python script in WebAssembly, with the packages of a folder.
import { readFileSync } from "node:fs";

const [pyodide, site, script] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/site", site);
python.setStdout({ batched: (line) => console.log(line) });
python.runPython("import sys; sys.path.insert(0, '/site')");
python.runPython(readFileSync(script, "utf8"));
