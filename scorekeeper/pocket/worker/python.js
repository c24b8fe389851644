// The interpreter with the app in it, once its files are there. Knows no browser: the tests open it
// in Node.

const DISK = "/pocket/disk";
const DATA = "/pocket/data";
const DATABASE = `${DATA}/scorekeeper.sqlite3`;
const BEGIN = `
import sys
sys.path[:0] = ["${DISK}/app.zip", "${DISK}/packages.zip", "${DISK}"]
from pyodide.ffi import to_js
from scorekeeper.pocket import inside

def answer(told, body):
    return to_js(inside.answer(told, body.to_bytes()))
`;

function lay(FS, files) {
  const made = new Set();
  for (const [path, bytes] of files) {
    const folder = `${DISK}/${path}`.replace(/\/[^/]*$/, "");
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(`${DISK}/${path}`, bytes, { canOwn: true });
  }
}

/** That this release must leave what is kept alone: a sentence for whoever holds the phone. */
export class Hindered extends Error {}

/** `loadPyodide`, its `options`; `files` of the disk; `state` as it was kept, or nothing; `languages`
    that the phone is set to. */
export async function opened({ loadPyodide, options, files, state, release, languages = "" }) {
  const python = await loadPyodide(options);
  lay(python.FS, files);
  python.FS.mkdirTree(DATA);
  if (state) python.FS.writeFile(DATABASE, state.database, { canOwn: true });
  python.runPython(BEGIN);
  const inside = python.globals.get("inside");
  const hindrance = inside.begin(state?.besides ?? "", release, languages);
  if (hindrance) throw new Hindered(hindrance);
  const answer = python.globals.get("answer");
  return {
    python,
    isNew: inside.is_new(),
    /** [status, headers, body, whether something is to be kept]. */
    answer(told, body) {
      const [head, content, changed] = answer(JSON.stringify(told), body);
      const { status, headers } = JSON.parse(head);
      return [status, headers, content, changed];
    },
    state: (writes) => ({
      database: python.FS.readFile(DATABASE),
      besides: inside.kept_besides(),
      writes,
    }),
  };
}
