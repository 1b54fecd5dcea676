import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_FOLDER } from "../../lib/version.ts";
import { renderPlayerPage } from "./player-page.ts";

test("the player is read from the build, also if the service runs from source", async () => {
  assert.match(CODE_FOLDER.pathname, /\/src\/$/);
  assert.ok((await renderPlayerPage()).content.length > 50_000);
});
