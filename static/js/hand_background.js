// The background work of the hand page: news, presence, signals, table sizes, offline availability. It is
// loaded after the form works.

import { unsent } from "./drafts.js";
import "./faults.js";
import "./table_width.js";
import { form } from "./hand_form.js";
import "./late_preview.js";
import { isConnected, listen } from "./live.js";
import { place, value } from "./sending/form.js";
import "./signals.js";
import { announce } from "./presence.js";

const news = () => document.querySelector("div.news > div");

/** `state`: the versions of the session, and of who is entering. */
function receive(state) {
  const query = news() && new URL(news().getAttribute("hx-get"), location).searchParams;
  if (query && state !== `${query.get("v")} ${query.get("w")}`) window.htmx.trigger(news(), "news");
}

/** Without input there is nothing to choose after somebody else saved the hand. */
function replaceNotice() {
  const button = document.querySelector(".overtaken [data-on]");
  if (!button || !form() || unsent(place(form()), value(form(), "number"))) return;
  button.textContent = button.dataset.on;
  button.nextElementSibling?.remove();
}

/** The notice moved the form down, perhaps with the row of the number pad. */
function showRow(event) {
  if (event.target.closest(".news"))
    document.querySelector(".padded")?.closest(".line, .ask").scrollIntoView({ block: "nearest" });
}

document.addEventListener("htmx:afterSettle", replaceNotice);
document.addEventListener("htmx:afterSettle", showRow);
document.addEventListener("htmx:configRequest", (event) => {
  const isOfClock = event.target === news() && !event.detail.triggeringEvent;
  if (isOfClock && isConnected()) event.preventDefault();
});
document.addEventListener("input", (event) => {
  const isTyped = event.target.closest?.("#hand") && event.target !== form(); // otherwise a script filled it in
  if (isTyped) announce();
});
if (news()) listen(receive);
if (document.querySelector("[data-session]")) import("./offline.js");
