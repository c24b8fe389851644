import assert from "node:assert/strict";
import { test } from "node:test";
import { byteLength } from "../../static/js/upload_limit.js";

const form = (text, file) => {
  const told = new FormData();
  told.set("text", text);
  if (file) told.set("file", new Blob([file]), "book.csv");
  return told;
};

test("letters of other scripts take more room", () => {
  const few = byteLength(form("a".repeat(1000)));
  assert.equal(byteLength(form("अ".repeat(1000))), few + 2000);
});

test("a file counts as it is", () => {
  const few = byteLength(form("", "x"));
  assert.equal(byteLength(form("", "x".repeat(70_000))), few + 69_999);
});

test("what is around the fields counts too", () => {
  assert.ok(byteLength(form("")) > 0);
});
