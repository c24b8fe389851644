// The interpreter with the app in it, once its files are there. Knows no browser: the tests open it
// in Node.

const DISK = "/pocket/disk";
const DATA = "/pocket/data";
const DATABASE = `${DATA}/scorekeeper.sqlite3`;
const BEGIN = `
import sys
sys.path[:0] = ["${DISK}/app.zip", "${DISK}/packages.zip", "${DISK}"]
from pyodide.ffi import to_js
from scorekeeper.offline.pocket import inside

def answer(told, body):
    return to_js(inside.answer(told, body.to_bytes()))

def made_here():
    from scorekeeper.offline.pocket import inside_database
    return inside_database.made_here()
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

/** `loadPyodide`, its `options`; `files` of the disk; `state` as it was kept, or nothing, of the session
    `place`, or of what was begun here; `languages` that the phone is set to. */
export async function opened({
  loadPyodide,
  options,
  files,
  state,
  release,
  languages = "",
  place = "",
}) {
  const python = await loadPyodide(options);
  lay(python.FS, files);
  python.FS.mkdirTree(DATA);
  const put = (kept) => kept?.database && python.FS.writeFile(DATABASE, kept.database);
  const come = (hindrance) => {
    if (hindrance) throw new Hindered(hindrance);
  };
  put(state);
  python.runPython(BEGIN);
  const inside = python.globals.get("inside");
  come(inside.begin(state?.besides ?? "", release, languages, place));
  const answer = python.globals.get("answer");
  return {
    python,
    isNew: () => inside.is_new(),
    /** To another place, which was kept so. */
    turn(kept, there) {
      inside.let_go();
      put(kept);
      come(inside.turn(kept.besides, release, languages, there));
    },
    /** What a server said of the session, as text, into a database that is empty yet. */
    land: (told) => inside.land(told),
    madeHere: () => JSON.parse(python.globals.get("made_here")()),
    /** [status, headers, body, whether something is to be kept, whether the session went on]. */
    answer(told, body) {
      const [head, content, changed] = answer(JSON.stringify(told), body);
      const { status, headers, moved } = JSON.parse(head);
      return [status, headers, content, changed, moved];
    },
    state: (writes) => ({
      database: python.FS.readFile(DATABASE),
      besides: inside.kept_besides(),
      writes,
    }),
  };
}
