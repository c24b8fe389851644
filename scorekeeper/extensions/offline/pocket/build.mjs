// Has the runtime's own Python compile what is staged: node build.mjs RUNTIME STAGE SCRIPT

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, stage, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: runtime });
python.mountNodeFS("/stage", stage);
python.runPython(readFileSync(script, "utf8"));
python.runPython('compile_all("/stage")');
