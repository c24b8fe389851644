// Reads bundles: four bytes with the length of a list, the list of paths and sizes as JSON, then the files.

/** Each file as [path, bytes]; no byte is copied. */
export function files(content) {
  const bytes = new Uint8Array(content);
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const entries = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let offset = 4 + length;
  return entries.map(([path, size]) => {
    const file = [path, bytes.subarray(offset, offset + size)];
    offset += size;
    return file;
  });
}

export function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const DISK = "disk/"; // the files below it go onto the disk of the interpreter
