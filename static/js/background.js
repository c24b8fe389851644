// What the page of a hand does besides: it hears of news, tells others that somebody writes, and
// gives signals, and fits the tables that come at the end of a game. Nothing of it is needed before a hand
// can be typed, so all of it comes after that.

import { unsent } from "./drafts.js";
import "./fit.js";
import { form } from "./hand.js";
import { isConnected, listen } from "./live.js";
import { place, value } from "./sending/form.js";
import "./signals.js";
import { announce } from "./presence.js";

const news = () => document.querySelector("div.news > div");

/** `told`: the version of the session, and what stands for who writes. */
function receive(state) {
  const query = news() && new URL(news().getAttribute("hx-get"), location).searchParams;
  if (query && state !== `${query.get("v")} ${query.get("w")}`) window.htmx.trigger(news(), "news");
}

/** Who has typed nothing of a hand that somebody else saved has nothing to choose. */
function replaceNotice() {
  const button = document.querySelector(".overtaken [data-on]");
  if (!button || !form() || unsent(place(form()), value(form(), "number"))) return;
  button.textContent = button.dataset.on;
  button.nextElementSibling?.remove();
}

document.addEventListener("htmx:afterSettle", replaceNotice);
document.addEventListener("htmx:configRequest", (event) => {
  const isOfClock = event.target === news() && !event.detail.triggeringEvent;
  if (isOfClock && isConnected()) event.preventDefault();
});
document.addEventListener("input", (event) => {
  const isTyped = event.target.closest?.("#hand") && event.target !== form(); // else filled in anew
  if (isTyped) announce();
});
if (news()) listen(receive);
if (document.querySelector("[data-session]")) import("./offline.js");
