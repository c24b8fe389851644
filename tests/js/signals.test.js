import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../static/js/signals/result.js";
import { switches } from "../../static/js/signals/switches.js";
import { voice } from "../../static/js/signals/voice.js";

function browser() {
  const heard = [];
  class SpeechSynthesisUtterance {
    constructor(words) {
      this.words = words;
    }
  }
  const speechSynthesis = {
    speak: ({ words, lang }) => heard.push(`${lang}: ${words}`),
    cancel: () => heard.push("quiet"),
  };
  return { heard, SpeechSynthesisUtterance, speechSynthesis };
}

test("a sentence is read in the language of the page, in place of the one before", () => {
  const here = browser();
  const speaker = voice(here);
  assert.ok(speaker.can);
  speaker.say("Hand 7: Meera wins.", "hi");
  assert.deepEqual(here.heard, ["quiet", "hi: Hand 7: Meera wins."]);
  speaker.say("", "hi");
  assert.equal(here.heard.length, 2);
});

test("a browser without a voice is asked for nothing", () => {
  const speaker = voice({});
  assert.equal(speaker.can, false);
  speaker.say("Hand 7", "en");
  speaker.stop();
});

const storage = (kept) => () => ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
});
const refuses = () => {
  throw new DOMException("", "SecurityError");
};

test("a phone reads nothing and vibrates until its holder says otherwise, and keeps that", () => {
  const kept = new Map();
  const here = switches(storage(kept));
  assert.deepEqual([here.isOn("aloud"), here.isOn("buzz"), kept.size], [false, true, 0]);
  assert.deepEqual([here.turn("aloud"), here.turn("buzz")], [true, false]);
  const later = switches(storage(kept));
  assert.deepEqual([later.isOn("aloud"), later.isOn("buzz")], [true, false]);
});

test("a phone that keeps nothing does as it was told for as long as its page lasts", () => {
  const here = switches(refuses);
  assert.equal(here.isOn("aloud"), false);
  assert.equal(here.turn("aloud"), true);
  assert.equal(here.isOn("aloud"), true);
});

/** A piece of a page: what it says, and what stands in it. */
const piece = (textContent, inside = {}, lines = []) => ({
  textContent,
  firstChild: { textContent },
  querySelector: (what) => inside[what] ?? null,
  querySelectorAll: () => lines,
});
const line = (name, change) =>
  piece("", { ".result__name bdi": piece(name), ".num": piece(change) });

test("a result is read as it stands on the page: who won, then what it cost the others", () => {
  const lines = [line("Omar", "+42"), line("Dev", "0"), line("Zoë+Ravi", "−7")];
  const shown = piece(
    "",
    { ".result__said": piece("Hand 7 saved."), ".result__won": piece("Meera\n wins") },
    lines,
  );
  assert.equal(sentence(shown), "Hand 7 saved. Meera wins, Omar 42, Zoë, Ravi −7.");
});
