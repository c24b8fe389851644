import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const requests = [];
const listeners = {};
const input = { files: [new Blob(["x".repeat(100 * 1024)])], disabled: false };
const progress = {};
const error = {};
const form = {
  elements: { csrfmiddlewaretoken: { value: "c" }, token: { value: "t" }, file: input },
  dataset: { pieces: "/piece/", failed: "Again." },
  addEventListener: (kind, listener) => {
    listeners[kind] = listener;
  },
  querySelector: () => progress,
  submit: () => requests.push("whole"),
};
globalThis.document = { querySelector: () => form, getElementById: () => error };
globalThis.addEventListener = (kind, listener) => {
  listeners[kind] = listener;
};

let answers = [];
globalThis.fetch = async (_url, { body }) => {
  requests.push(body.get("place"));
  await new Promise(setImmediate);
  return answers.shift() ?? new Response("{}");
};
await import("../../static/js/upload_pieces.js");

const tap = () => {
  const event = {
    preventDefault: () => {
      event.stopped = true;
    },
  };
  event.done = listeners.submit(event);
  return event;
};

beforeEach(() => {
  requests.length = 0;
  answers = [];
  listeners.pageshow({ persisted: true });
});

test("a file goes piece by piece, and then its form without it", async () => {
  const { stopped, done } = tap();
  await done;
  assert.ok(stopped && input.disabled);
  assert.deepEqual(requests, ["0", "1", "2", "whole"]);
});

test("a second tap while it is handed in is none, nor one before the next page", async () => {
  const first = tap();
  await new Promise(setImmediate);
  const second = tap();
  assert.ok(second.stopped, "nor does the browser send it by itself");
  await Promise.all([first.done, second.done]);
  await tap().done;
  assert.deepEqual(requests, ["0", "1", "2", "whole"]);
});

test("after a refusal it is tried again", async () => {
  answers = [new Response('{"error": "Too long."}', { status: 400 })];
  await tap().done;
  assert.equal(error.textContent, "Too long.");
  assert.ok(!input.disabled && !error.hidden && progress.hidden);
  await tap().done;
  assert.deepEqual(requests, ["0", "0", "1", "2", "whole"]);
});

test("without a file the browser is left alone", async () => {
  const [file] = input.files.splice(0);
  const { stopped, done } = tap();
  await done;
  input.files.push(file);
  assert.ok(!stopped);
  assert.deepEqual(requests, []);
});
