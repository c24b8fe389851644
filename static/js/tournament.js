// The pages of a tournament day: fetch what has changed at its tables, whose hands raise no version of the day.

for (const part of document.querySelectorAll("[data-every]")) {
  const { id, dataset } = part;
  setInterval(() => {
    const shown = document.getElementById(id);
    if (!document.hidden && shown) window.htmx.trigger(shown, "wake");
  }, dataset.every * 1000);
}
