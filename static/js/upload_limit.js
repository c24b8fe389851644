// Does not send a form that is longer than a request may be: shows a message beside the field instead, and
// keeps the input. Without this script the server responds with a page.

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
