// A long file is handed in piece by piece: no single request may bring much.

const LONGEST = 48 * 1024;

const pieceOf = (form, file, place) => {
  const told = new FormData();
  told.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  told.set("token", form.elements.token.value);
  told.set("place", place);
  told.set("piece", file.slice(place * LONGEST, (place + 1) * LONGEST));
  return told;
};

const handIn = async (form, file, progress) => {
  const pieces = Math.max(1, Math.ceil(file.size / LONGEST));
  for (let place = 0; place < pieces; place++) {
    const body = pieceOf(form, file, place);
    const answer = await fetch(form.dataset.pieces, { method: "POST", body });
    if (!answer.ok) throw new Error((await answer.json()).error);
    progress.value = (place + 1) / pieces;
  }
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
  try {
    await handIn(form, file, progress);
    input.disabled = true; // what came in pieces is not sent once more
    form.submit();
  } catch (failed) {
    progress.hidden = true;
    error.hidden = false;
    error.textContent = failed.message;
  }
});
