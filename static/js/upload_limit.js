// What is longer than a request may be is not sent: it is said beside the field, and what was typed
// stays there. Whoever has no script gets a page that says so.

const AROUND = 300; // bytes around each field of a form with a file

export const byteLength = (fields) => {
  const fieldSize = (value) => (typeof value === "string" ? new Blob([value]).size : value.size);
  let bytes = AROUND;
  for (const [name, value] of fields) bytes += AROUND + name.length + fieldSize(value);
  return bytes;
};

const form = globalThis.document?.querySelector("form[data-most]");

form?.addEventListener("submit", (event) => {
  const message = document.getElementById("long");
  message.hidden = byteLength(new FormData(form, event.submitter)) <= Number(form.dataset.most);
  if (message.hidden) return;
  event.preventDefault();
  message.focus();
});
