import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../../static/js/signals/result.js";
import { switches } from "../../static/js/signals/switches.js";
import { voice } from "../../static/js/signals/voice.js";

function fakeBrowser() {
  const sentences = [];
  class SpeechSynthesisUtterance {
    constructor(text) {
      this.text = text;
    }
  }
  const speechSynthesis = {
    speak: ({ text, lang }) => sentences.push(`${lang}: ${text}`),
    cancel: () => sentences.push("quiet"),
  };
  return { sentences, SpeechSynthesisUtterance, speechSynthesis };
}

test("a sentence is read in the language of the page, in place of the one before", () => {
  const browser = fakeBrowser();
  const speaker = voice(browser);
  assert.ok(speaker.can);
  speaker.say("Hand 7: Meera wins.", "hi");
  assert.deepEqual(browser.sentences, ["quiet", "hi: Hand 7: Meera wins."]);
  speaker.say("", "hi");
  assert.equal(browser.sentences.length, 2);
});

test("a browser without a voice is asked for nothing", () => {
  const speaker = voice({});
  assert.equal(speaker.can, false);
  speaker.say("Hand 7", "en");
  speaker.stop();
});

const storage = (values) => () => ({
  getItem: (name) => values.get(name) ?? null,
  setItem: (name, value) => values.set(name, value),
});
const refuses = () => {
  throw new DOMException("", "SecurityError");
};

test("a phone reads nothing and vibrates until its holder says otherwise, and keeps that", () => {
  const values = new Map();
  const browser = switches(storage(values));
  assert.deepEqual([browser.isOn("aloud"), browser.isOn("buzz"), values.size], [false, true, 0]);
  assert.deepEqual([browser.turn("aloud"), browser.turn("buzz")], [true, false]);
  const later = switches(storage(values));
  assert.deepEqual([later.isOn("aloud"), later.isOn("buzz")], [true, false]);
});

test("a phone that keeps nothing does as it was told for as long as its page lasts", () => {
  const browser = switches(refuses);
  assert.equal(browser.isOn("aloud"), false);
  assert.equal(browser.turn("aloud"), true);
  assert.equal(browser.isOn("aloud"), true);
});

/** A piece of a page: what it says, after a line break as templates have it, and what stands in it. */
const piece = (textContent, inside = {}, lines = []) => ({
  textContent,
  childNodes: [{ textContent: "\n  " }, { textContent }],
  querySelector: (selector) => inside[selector] ?? null,
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
