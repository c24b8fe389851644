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
