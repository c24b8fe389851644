// A bundle, unpacked: four bytes with the length of a list, the list of paths and sizes as JSON, the
// files one after another.

/** Each file as [path, bytes]; no byte is copied. */
export function files(content) {
  const bytes = new Uint8Array(content);
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const told = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  return told.map(([path, size]) => {
    const file = [path, bytes.subarray(at, at + size)];
    at += size;
    return file;
  });
}

export function unpacked(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function digest(bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const DISK = "disk/"; // what lies there goes onto the disk of the interpreter
