// Adds a row to a list of names and numbers when the last one is used, up to a limit.

document.addEventListener("input", (event) => {
  const rows = event.target.closest("[data-grows]");
  if (!rows || rows.children.length >= Number(rows.dataset.grows)) return;
  const last = rows.lastElementChild;
  if (![...last.querySelectorAll("input")].some((input) => input.value.trim())) return;
  const row = last.cloneNode(true);
  const number = rows.children.length + 1;
  for (const input of row.querySelectorAll("input")) {
    input.value = "";
    input.id = input.id.replace(/\d+/, number);
    input.removeAttribute("aria-invalid");
  }
  for (const label of row.querySelectorAll(".visually-hidden")) {
    label.textContent = label.textContent.replace(/\p{Nd}+/u, number);
  }
  rows.append(row);
});

// Numeric keyboards of some devices have no minus: a button changes the sign.
document.addEventListener("click", ({ target }) => {
  const input = target.closest?.("[data-sign]")?.parentElement.querySelector(".num");
  if (!input) return;
  const digits = input.value.replace(/^\s*[-−]/u, "");
  input.value = digits === input.value ? `-${digits}` : digits;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  if (!digits) input.focus();
});

// A row with only one of both is not complete.
document.addEventListener(
  "change",
  (event) => {
    const row = event.target.closest("[data-grows] > *");
    const filled = [...(row?.querySelectorAll("input") ?? [])].map(
      (box) => box.value.trim() !== "",
    );
    if (filled.includes(true) && filled.includes(false)) event.stopPropagation();
  },
  true,
);
