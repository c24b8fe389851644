// The files of a release, in the browser's Cache: one cache for each bundle, named for its content.
// So two releases share what is equal and never mix what is not.

import { DISK, digest, files, unpack } from "./bundles.js";
import { storageName } from "./names.js";

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
const cacheName = (bundle) => `${storageName(scope())} ${bundle.file}`;
const urlOf = (path) => new URL(path, scope()).href;
const WHOLE = "whole"; // the files for the disk; where it exists, nothing is missing

const fileResponse = (path, bytes) =>
  new Response(bytes, {
    headers: {
      "Content-Type": KINDS[path.split(".").at(-1)] ?? "application/octet-stream",
      "Content-Length": String(bytes.byteLength),
    },
  });

/** Downloads what is missing. `report` gets the share that is loaded. */
export async function download(release, report) {
  const totalSize = release.bundles.reduce((sum, bundle) => sum + bundle.size, 0);
  let loaded = 0;
  for (const bundle of release.bundles) {
    if (!(await isStored(bundle))) {
      const packed = await fetchBundle(bundle, (part) => report((loaded + part) / totalSize));
      await store(bundle, await unpack(packed));
    }
    loaded += bundle.size;
    report(loaded / totalSize);
  }
}

async function isStored(bundle) {
  if (!(await caches.has(cacheName(bundle)))) return false;
  return Boolean(await (await caches.open(cacheName(bundle))).match(urlOf(WHOLE)));
}

async function fetchBundle(bundle, report) {
  const response = await fetch(urlOf(bundle.file));
  if (!response.ok) throw new Error(`${bundle.file}: ${response.status}`);
  const parts = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    loaded += value.byteLength;
    report(Math.min(loaded, bundle.size));
  }
  const packed = await new Blob(parts).arrayBuffer();
  if ((await digest(packed)) !== bundle.sha256) throw new Error(`${bundle.file} is another file`);
  return packed;
}

async function store(bundle, content) {
  const cache = await caches.open(cacheName(bundle));
  const loose = files(content).filter(([path]) => !path.startsWith(DISK));
  for (const [path, bytes] of loose) await cache.put(urlOf(path), fileResponse(path, bytes));
  const hasDisk = loose.length < files(content).length;
  await cache.put(urlOf(WHOLE), new Response(hasDisk ? content : ""));
}

/** The file of the release at this address, if there is one. */
export async function find(release, address) {
  for (const bundle of release.bundles) {
    const response = await caches.match(address, {
      cacheName: cacheName(bundle),
      ignoreSearch: true,
    });
    if (response) return response;
  }
}

/** The files for the disk of the interpreter: [path, bytes]. */
export async function disk(release) {
  const reading = release.bundles.map(async (bundle) => {
    const cache = await caches.open(cacheName(bundle));
    const content = await (await cache.match(urlOf(WHOLE))).arrayBuffer();
    const diskFiles = content.byteLength ? files(content) : [];
    return diskFiles.filter(([path]) => path.startsWith(DISK));
  });
  return (await Promise.all(reading))
    .flat()
    .map(([path, bytes]) => [path.slice(DISK.length), bytes]);
}

/** Deletes the bundles of other releases. */
export async function deleteOld(release) {
  const wanted = new Set(release.bundles.map(cacheName));
  const ownKeys = (await caches.keys()).filter((key) => key.startsWith(`${storageName(scope())} `));
  const oldKeys = ownKeys.filter((key) => !wanted.has(key));
  await Promise.all(oldKeys.map((key) => caches.delete(key)));
}
