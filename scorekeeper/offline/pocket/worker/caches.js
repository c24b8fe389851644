// The files of a release, in the browser's Cache: one cache for each bundle, named for its content.
// So two releases share what is equal and never mix what is not.

import { DISK, digest, files, unpacked } from "./bundles.js";
import { named as ours } from "./names.js";

const KINDS = {
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

const scope = () => self.registration.scope;
const name = (bundle) => `${ours(scope())} ${bundle.file}`;
const at = (path) => new URL(path, scope()).href;
const WHOLE = "whole"; // what lies on the disk, and the sign that nothing is missing

const named = (path, bytes) =>
  new Response(bytes, {
    headers: {
      "Content-Type": KINDS[path.split(".").at(-1)] ?? "application/octet-stream",
      "Content-Length": String(bytes.byteLength),
    },
  });

/** Fetch what is not here yet. `tell` hears how much of it has come. */
export async function take(release, tell) {
  const all = release.bundles.reduce((sum, bundle) => sum + bundle.size, 0);
  let come = 0;
  for (const bundle of release.bundles) {
    if (!(await isHere(bundle))) {
      const packed = await fetched(bundle, (part) => tell((come + part) / all));
      await lay(bundle, await unpacked(packed));
    }
    come += bundle.size;
    tell(come / all);
  }
}

async function isHere(bundle) {
  if (!(await caches.has(name(bundle)))) return false;
  return Boolean(await (await caches.open(name(bundle))).match(at(WHOLE)));
}

async function fetched(bundle, tell) {
  const answer = await fetch(at(bundle.file));
  if (!answer.ok) throw new Error(`${bundle.file}: ${answer.status}`);
  const parts = [];
  let come = 0;
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    come += value.byteLength;
    tell(Math.min(come, bundle.size));
  }
  const packed = await new Blob(parts).arrayBuffer();
  if ((await digest(packed)) !== bundle.sha256) throw new Error(`${bundle.file} is another file`);
  return packed;
}

async function lay(bundle, content) {
  const cache = await caches.open(name(bundle));
  const loose = files(content).filter(([path]) => !path.startsWith(DISK));
  for (const [path, bytes] of loose) await cache.put(at(path), named(path, bytes));
  const hasDisk = loose.length < files(content).length;
  await cache.put(at(WHOLE), new Response(hasDisk ? content : ""));
}

/** The file of the release at this address, if there is one. */
export async function find(release, address) {
  for (const bundle of release.bundles) {
    const found = await caches.match(address, { cacheName: name(bundle), ignoreSearch: true });
    if (found) return found;
  }
}

/** All that goes onto the disk of the interpreter: [path, bytes]. */
export async function disk(release) {
  const reading = release.bundles.map(async (bundle) => {
    const cache = await caches.open(name(bundle));
    const content = await (await cache.match(at(WHOLE))).arrayBuffer();
    const found = content.byteLength ? files(content) : [];
    return found.filter(([path]) => path.startsWith(DISK));
  });
  return (await Promise.all(reading))
    .flat()
    .map(([path, bytes]) => [path.slice(DISK.length), bytes]);
}

/** Only what this release names stays. */
export async function tidy(release) {
  const wanted = new Set(release.bundles.map(name));
  const held = (await caches.keys()).filter((key) => key.startsWith(`${ours(scope())} `));
  const gone = held.filter((key) => !wanted.has(key));
  await Promise.all(gone.map((key) => caches.delete(key)));
}
