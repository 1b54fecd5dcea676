import assert from "node:assert/strict";
import { test } from "node:test";
import { findRoute } from "./contract/routes.ts";
import { isOpenToBrowsers } from "./cors.ts";

const paths: [method: string, path: string, isOpen: boolean][] = [
  ["OPTIONS", "/capture/", true],
  ["POST", "/decide", true],
  ["GET", "/batch/", true],
  ["GET", "/array/phc_1/config.js", true],
  ["GET", "/static/array.js", true],
  ["POST", "/i/v1/logs", true],
  ["POST", "/i/v2/anything", true],
  ["POST", "/report", false],
  ["GET", "/api/projects/@current/feature_flags/a/remote_config", false],
  ["GET", "/api/conversations/v1", true],
  ["OPTIONS", "/api/projects/1/session_recordings", false],
  ["GET", "/flags/definitions", false],
  ["GET", "/_health", false],
  ["OPTIONS", "/capture/more", false],
  ["GET", "/docs", false],
];
for (const [method, path, isOpen] of paths) {
  test(`${method} ${path} is ${isOpen ? "open" : "closed"} to pages of other origins`, () => {
    assert.equal(isOpenToBrowsers(findRoute(method, path), path), isOpen);
  });
}
