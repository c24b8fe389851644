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

form?.addEventListener("submit", async (event) => {
  const input = form.elements.file;
  const file = input.files[0];
  if (!file) return;
  event.preventDefault();
  const error = document.getElementById("file-error");
  const progress = form.querySelector("progress");
  progress.hidden = false;
  error.hidden = true;
  const refused = await handIn(form, file, progress);
  if (refused) {
    progress.hidden = true;
    error.hidden = false;
    error.textContent = refused;
  } else {
    input.disabled = true; // what came in pieces is not sent once more
    form.submit();
  }
});
