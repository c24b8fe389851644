// A long file is handed in piece by piece: no single request may bring much.

import { refusal } from "./refusal.js";

const LONGEST = 48 * 1024;

const pieceOf = (form, file, place) => {
  const told = new FormData();
  told.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  told.set("token", form.elements.token.value);
  told.set("place", place);
  told.set("piece", file.slice(place * LONGEST, (place + 1) * LONGEST));
  return told;
};

// "" once all of it is there, else why it is not.
const handIn = async (form, file, progress) => {
  const pieces = Math.max(1, Math.ceil(file.size / LONGEST));
  for (let place = 0; place < pieces; place++) {
    const body = pieceOf(form, file, place);
    const send = () => fetch(form.dataset.pieces, { method: "POST", body });
    const refused = await refusal(send, form.dataset.failed);
    if (refused) return refused;
    progress.value = (place + 1) / pieces;
  }
  return "";
};

const form = document.querySelector("[data-pieces]");
let busy = false;

// A second tap would begin anew, and what the first has handed in would be gone.
const hold = (held) => {
  busy = held;
  form.elements.file.disabled = held;
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
    form.submit(); // the field is still disabled: what came in pieces is not sent once more
  }
});

addEventListener("pageshow", (event) => {
  if (form && event.persisted) hold(false);
});
