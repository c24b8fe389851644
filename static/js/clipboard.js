// Copies a text; over plain http by selecting it first.

/** Copies the text of `field`. Throws where users have to copy it by hand. */
export async function copy(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  field.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
}
