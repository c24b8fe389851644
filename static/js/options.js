// Remembers that the house rules lie open while the server draws them anew.

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches("[data-open]")) {
      event.target.querySelector("input[name=open]").value = event.target.open ? "1" : "";
    }
  },
  true,
);
