import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_FOLDER } from "../../values/code-folder.ts";
import { renderReplayPage } from "./replay-page.ts";

test("the replay page is read from the build, also if the service runs from source", async () => {
  assert.match(CODE_FOLDER.pathname, /\/src\/$/);
  assert.ok((await renderReplayPage()).html.length > 50_000);
});
