import assert from "node:assert/strict";
import { test } from "node:test";
import { length } from "../../static/js/upload_limit.js";

const form = (text, file) => {
  const told = new FormData();
  told.set("text", text);
  if (file) told.set("file", new Blob([file]), "book.csv");
  return told;
};

test("letters of other scripts take more room", () => {
  const few = length(form("a".repeat(1000)));
  assert.equal(length(form("अ".repeat(1000))), few + 2000);
});

test("a file counts as it is", () => {
  const few = length(form("", "x"));
  assert.equal(length(form("", "x".repeat(70_000))), few + 69_999);
});

test("what is around the fields counts too", () => {
  assert.ok(length(form("")) > 0);
});
