import assert from "node:assert/strict";
import { test } from "node:test";
import { byteLength } from "../../static/js/upload_limit.js";

const form = (text, file) => {
  const fields = new FormData();
  fields.set("text", text);
  if (file) fields.set("file", new Blob([file]), "book.csv");
  return fields;
};

test("letters of other scripts take more room", () => {
  const base = byteLength(form("a".repeat(1000)));
  assert.equal(byteLength(form("अ".repeat(1000))), base + 2000);
});

test("a file counts as it is", () => {
  const base = byteLength(form("", "x"));
  assert.equal(byteLength(form("", "x".repeat(70_000))), base + 69_999);
});

test("what is around the fields counts too", () => {
  assert.ok(byteLength(form("")) > 0);
});
