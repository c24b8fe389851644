// Leaves the instructions where the device trusts the certificate already. Checks again when the user
// returns from the settings.

const goal = document.querySelector("[data-onward]");

async function observe() {
  const url = new URL("/health/", goal.href);
  try {
    await fetch(url, { mode: "no-cors", cache: "no-store" });
  } catch {
    return; // not yet
  }
  document.querySelector("[data-trusted]").hidden = false;
  if (location.protocol === "http:") location.replace(goal.href);
}

document.addEventListener("visibilitychange", () => document.hidden || observe());
observe();
