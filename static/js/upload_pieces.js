// Uploads a long file in pieces: a single request is limited.

import { refusal } from "./refusal.js";

const LONGEST = 48 * 1024;

const pieceOf = (form, file, index) => {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("token", form.elements.token.value);
  body.set("place", index);
  body.set("piece", file.slice(index * LONGEST, (index + 1) * LONGEST));
  return body;
};

// Returns "" once all pieces are uploaded, else the reason of the failure.
const handIn = async (form, file, progress) => {
  const pieces = Math.max(1, Math.ceil(file.size / LONGEST));
  for (let index = 0; index < pieces; index++) {
    const body = pieceOf(form, file, index);
    const send = () => fetch(form.dataset.pieces, { method: "POST", body });
    const refused = await refusal(send, form.dataset.failed);
    if (refused) return refused;
    progress.value = (index + 1) / pieces;
  }
  return "";
};

const form = document.querySelector("[data-pieces]");
let busy = false;

// A second tap would start again, and delete the pieces of the first.
const hold = (isBusy) => {
  busy = isBusy;
  form.elements.file.disabled = isBusy;
};

form?.addEventListener("submit", async (event) => {
  const file = form.elements.file.files[0];
  if (!file) return;
  event.preventDefault();
  if (busy) return;
  hold(true);
  const error = document.getElementById("file-error");
  const progress = form.querySelector("progress");
  progress.hidden = false;
  error.hidden = true;
  const refused = await handIn(form, file, progress);
  if (refused) {
    hold(false);
    progress.hidden = true;
    error.hidden = false;
    error.textContent = refused;
  } else {
    form.submit(); // without the file: its field is still disabled
  }
});

addEventListener("pageshow", (event) => {
  if (form && event.persisted) hold(false);
});
