// The interpreter with the app in it, once its files are there. Knows no browser: the tests open it
// in Node.

const DISK = "/pocket/disk";
const DATA = "/pocket/data";
const DATABASE = `${DATA}/scorekeeper.sqlite3`;
const START = `
import sys
sys.path[:0] = ["${DISK}/app.zip", "${DISK}/packages.zip", "${DISK}"]
from pyodide.ffi import to_js
from scorekeeper.extensions.offline.pocket import device_app

def answer(request_json, body):
    return to_js(device_app.answer(request_json, body.to_bytes()))

def local_entries():
    from scorekeeper.extensions.offline.pocket import device_database
    return device_database.local_entries()
`;

function writeFiles(FS, files) {
  const folders = new Set();
  for (const [path, bytes] of files) {
    const folder = `${DISK}/${path}`.replace(/\/[^/]*$/, "");
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(`${DISK}/${path}`, bytes, { canOwn: true });
  }
}

/** This release must not change the saved database: a message for the user. */
export class StartRefused extends Error {}

/** `loadPyodide`, its `options`; `files` of the disk; `state` as it was saved, or nothing, of the session
    `place`, or of the groups started here; `languages` of the device. */
export async function openApp({
  loadPyodide,
  options,
  files,
  state,
  release,
  languages = "",
  place = "",
}) {
  const python = await loadPyodide(options);
  writeFiles(python.FS, files);
  python.FS.mkdirTree(DATA);
  const writeDatabase = (saved) => saved?.database && python.FS.writeFile(DATABASE, saved.database);
  const check = (message) => {
    if (message) throw new StartRefused(message);
  };
  writeDatabase(state);
  python.runPython(START);
  const deviceApp = python.globals.get("device_app");
  check(deviceApp.start_app(state?.besides ?? "", release, languages, place));
  const answer = python.globals.get("answer");
  return {
    python,
    isNew: () => deviceApp.is_new(),
    /** Switches to another place with its saved state. */
    switchPlace(saved, newPlace) {
      deviceApp.release_database();
      writeDatabase(saved);
      check(deviceApp.switch_place(saved.besides, release, languages, newPlace));
    },
    /** Writes a server's snapshot of the session, as text, into the empty database. */
    importSnapshot: (text) => deviceApp.import_snapshot(text),
    localEntries: () => JSON.parse(python.globals.get("local_entries")()),
    /** [status, headers, body, whether something is to be saved, whether the session changed]. */
    answer(request, body) {
      const [head, content, isChanged] = answer(JSON.stringify(request), body);
      const { status, headers, session_changed } = JSON.parse(head);
      return [status, headers, content, isChanged, session_changed];
    },
    state: (writes) => ({
      database: python.FS.readFile(DATABASE),
      besides: deviceApp.device_state_json(), // the stored name
      writes,
    }),
  };
}
