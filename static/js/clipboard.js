// Copies a text, where the page is let; over plain http by marking it, as one would by hand.

/** `field` holds the text and can be marked. Fails where it has to be copied by hand. */
export async function copy(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  field.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
}
