import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal } from "../../static/js/refusal.js";

const answered = (status, body) => async () => new Response(body, { status });

test("what arrived has no refusal", async () => {
  assert.equal(await refusal(answered(200, "{}"), "Again."), "");
});

test("the server says why", async () => {
  assert.equal(await refusal(answered(400, '{"error": "Too long."}'), "Again."), "Too long.");
});

test("an answer that is a page, or says nothing, is not shown", async () => {
  assert.equal(await refusal(answered(429, "<h1>Very much</h1>"), "Again."), "Again.");
  assert.equal(await refusal(answered(400, "{}"), "Again."), "Again.");
  assert.equal(await refusal(answered(400, "null"), "Again."), "Again.");
});

test("nor is what a browser says without a network", async () => {
  const offline = async () => {
    throw new TypeError("Failed to fetch");
  };
  assert.equal(await refusal(offline, "Again."), "Again.");
});
