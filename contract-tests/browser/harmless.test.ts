import assert from "node:assert/strict";
import { test } from "node:test";
import { sanitizeReviver } from "../../src/replay-page/sanitize-recording.ts";

const PICTURE = "data:image/png;base64,iVBORw0KGgo=";
const shown = (recorded: unknown) => JSON.parse(JSON.stringify(recorded), sanitizeReviver);

test("a frame's address goes, as does one that changes later, whoever's it is", () => {
  for (const tagName of ["iframe", "FRAME", undefined]) {
    const recorded = { tagName, attributes: { SRC: "https://elsewhere.example/", id: "f" } };
    assert.deepEqual(shown(recorded).attributes, { id: "f" });
  }
});

test("what a picture is made of stays, also where it changes later", () => {
  for (const tagName of ["img", undefined]) {
    const recorded = { tagName, attributes: { src: PICTURE } };
    assert.deepEqual(shown(recorded).attributes, { src: PICTURE });
  }
  const elsewhere = { tagName: "img", attributes: { src: "https://elsewhere.example/a.png" } };
  assert.deepEqual(shown(elsewhere), elsewhere, "the page's policy refuses it without a connection");
});
