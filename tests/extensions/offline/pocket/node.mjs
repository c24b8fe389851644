// The app in its runtime, without a browser: node node.mjs SITE SCRIPT [FOLDER]
// SITE is what `manage.py pocket_site` wrote, SCRIPT is run by the runtime's Python with the app begun
// (`answer` answers a request); where it defines `tell`, that answers each line that comes in. FOLDER is there as /tests. The last line printed is how long each step took.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [site, script, folder] = process.argv.slice(2);
const files = join(site, "files");
const named = (start) => readdirSync(files).find((name) => name.startsWith(start));
const load = (...path) => import(pathToFileURL(join(files, ...path)));

const worker = named("worker-");
const { files: listed, unpack, DISK } = await load(worker, "bundles.js");
const { openApp } = await load(worker, "python.js");
const { loadPyodide } = await load(named("run-"), "pyodide.mjs");

const read = async (name) => listed(await unpack(readFileSync(join(files, named(name)))));
const runtime = mkdtempSync(join(tmpdir(), "pocket-"));
process.on("exit", () => rmSync(runtime, { recursive: true }));
for (const [path, bytes] of await read("runtime-")) {
  writeFileSync(join(runtime, path.split("/").at(-1)), bytes);
}
const core = join(files, named("run-"), "pyodide.asm.mjs");
writeFileSync(join(runtime, "pyodide.asm.mjs"), readFileSync(core));

const disk = [...(await read("packages-")), ...(await read("app-"))]
  .filter(([path]) => path.startsWith(DISK))
  .map(([path, bytes]) => [path.slice(DISK.length), bytes]);

const began = performance.now();
const options = { indexURL: `${runtime}/`, env: { HOME: "/pocket" } };
const inside = await openApp({ loadPyodide, options, files: disk, release: "test" });
const ready = performance.now();
if (folder) {
  inside.python.mountNodeFS("/tests", folder);
}
inside.python.runPython(readFileSync(script, "utf8"));
const tell = inside.python.globals.get("tell");
if (tell) {
  // a conversation: a line of JSON for each thing it is told, and one for each answer
  for await (const line of createInterface({ input: process.stdin })) console.log(tell(line));
}
console.log(
  JSON.stringify({
    ready: Math.round(ready - began),
    all: Math.round(performance.now() - began),
    heap: inside.python._module.HEAPU8.length,
  }),
);
