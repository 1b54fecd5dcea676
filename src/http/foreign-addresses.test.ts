import assert from "node:assert/strict";
import { test } from "node:test";
import { hintForPath } from "./adapters/koa.ts";

/** Paths of Segment's and RudderStack's libraries, beacons and pixels, and the event that takes the place of each. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "an event": ["/v1/track", "/v1/track/", "/v1/t", "/pixel/v1/track", "/v1/pixel/track"],
  "`\\$identify`": ["/v1/identify", "/v1/i"],
  "`\\$pageview`": ["/v1/page", "/v1/p", "/pixel/v1/page", "/v1/pixel/page"],
  "`\\$screen`": ["/v1/screen", "/v1/s"],
  "`\\$groupidentify`": ["/v1/group", "/v1/g"],
  "`\\$create_alias`": ["/v1/alias", "/v1/a"],
};
const LISTS = ["/v1/batch", "/v1/b", "/beacon/v1/batch", "/internal/v1/batch", "/v1/import", "/v1/merge", "/v1/m"];

test("an address of other services is answered with the one that takes its place", () => {
  for (const [event, paths] of Object.entries(CALLS)) {
    for (const path of paths)
      assert.match(hintForPath(path) ?? "", new RegExp(`POST /capture/ takes .*${event}`), path);
  }
  for (const path of [...LISTS, ...Object.values(CALLS).flat()]) {
    assert.match(
      hintForPath(path) ?? "",
      /^This address is .*POST \/batch\/ takes a list of events in `batch`\.$/,
      path,
    );
  }
  for (const path of LISTS) assert.doesNotMatch(hintForPath(path) ?? "", /capture/, path);
});

test("traces of language models are sent elsewhere", () => {
  for (const path of ["/i/v0/ai/otel", "/i/v0/ai/otel/"]) {
    assert.match(hintForPath(path) ?? "", /OpenTelemetry.*POST \/i\/v0\/ai\/batch\//);
  }
});

test("what tools of PostHog look for and do not find is named", () => {
  assert.equal(hintForPath("/api/projects/1/batch_exports/"), "Sightline has no batch exports.");
  assert.equal(hintForPath("/api/organizations/x/roles/1/role_memberships/"), "Sightline has no roles.");
  assert.equal(hintForPath("/api/projects/1/dashboards/2/access_controls/"), "Sightline has no access controls.");
  for (const path of ["/api/projects/1/cohortsx", "/api/projects/cohorts", "/api/projects/1/insights/cohorts"]) {
    assert.equal(hintForPath(path), undefined, path);
  }
});

test("other unknown paths have no hint", () => {
  for (const path of ["/", "/v1", "/v1/", "/v1/x", "/v1/track/more", "/v2/track", "/api/v1/track", "/i/v0/ai/others"]) {
    assert.equal(hintForPath(path), undefined, path);
  }
});
