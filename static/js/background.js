// What the page of a hand does besides: it hears of news, tells others that somebody writes, and
// gives signals, and fits the tables that come at the end of a game. Nothing of it is needed before a hand
// can be typed, so all of it comes after that.

import { unsent } from "./drafts.js";
import "./fit.js";
import { form } from "./hand.js";
import { isTold, listen } from "./live.js";
import { place, said } from "./sending/form.js";
import "./signals.js";
import { writes } from "./presence.js";

const news = () => document.querySelector("div.news > div");

/** `told`: the version of the session, and what stands for who writes. */
function heard(told) {
  const asks = news() && new URL(news().getAttribute("hx-get"), location).searchParams;
  if (asks && told !== `${asks.get("v")} ${asks.get("w")}`) window.htmx.trigger(news(), "news");
}

/** Who has typed nothing of a hand that somebody else saved has nothing to choose. */
function goOn() {
  const button = document.querySelector(".overtaken [data-on]");
  if (!button || !form() || unsent(place(form()), said(form(), "number"))) return;
  button.textContent = button.dataset.on;
  button.nextElementSibling?.remove();
}

document.addEventListener("htmx:afterSettle", goOn);
document.addEventListener("htmx:configRequest", (event) => {
  const isOfClock = event.target === news() && !event.detail.triggeringEvent;
  if (isOfClock && isTold()) event.preventDefault();
});
document.addEventListener("input", (event) => {
  const isTyped = event.target.closest?.("#hand") && event.target !== form(); // else filled in anew
  if (isTyped) writes();
});
if (news()) listen(heard);
if (document.querySelector("[data-session]")) import("./offline.js");
