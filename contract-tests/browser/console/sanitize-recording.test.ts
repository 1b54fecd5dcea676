import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitizeReviver } from "../../../src/console/pages/recordings/snapshot-reader.ts";

const IMAGE = "data:image/png;base64,iVBORw0KGgo=";
const sanitize = (recorded: unknown) => JSON.parse(JSON.stringify(recorded), sanitizeReviver);

test("URLs of frames are removed, also in later changes of any element", () => {
  for (const tagName of ["iframe", "FRAME", undefined]) {
    const recorded = { tagName, attributes: { SRC: "https://external.example/", id: "f" } };
    assert.deepEqual(sanitize(recorded).attributes, { id: "f" });
  }
});

test("data URLs of images are kept, also in later changes", () => {
  for (const tagName of ["img", undefined]) {
    const recorded = { tagName, attributes: { src: IMAGE } };
    assert.deepEqual(sanitize(recorded).attributes, { src: IMAGE });
  }
  const external = { tagName: "img", attributes: { src: "https://external.example/a.png" } };
  assert.deepEqual(
    sanitize(external),
    external,
    "the content security policy of the page blocks it without a connection",
  );
});

test("event handlers are removed from all elements, also in later changes", () => {
  for (const tagName of ["img", "iframe", undefined]) {
    const recorded = { tagName, attributes: { onerror: "run()", ONLOAD: "run()", alt: "on" } };
    assert.deepEqual(sanitize(recorded).attributes, { alt: "on" });
  }
});
