import assert from "node:assert/strict";
import { test } from "node:test";
import { toFlagQuery } from "./decide-operations.ts";

test("an anonymous id continues a person's variants unless it is one that many clients send", () => {
  const anonymousId = ($anon_distinct_id: string) =>
    toFlagQuery({ distinct_id: "ann", $anon_distinct_id }, 3, undefined).anonymousId;
  assert.equal(anonymousId("visitor-1"), "visitor-1");
  for (const reserved of ["null", "undefined", "anonymous"]) assert.equal(anonymousId(reserved), undefined);
});

test("groups count from version 2 on, and properties from version 3", () => {
  const body = { distinct_id: 5, groups: { company: 7, team: null }, person_properties: { plan: "pro" } };
  const question = (version: 1 | 2 | 3) => {
    const { distinctId, groups, personProperties } = toFlagQuery(body, version, undefined);
    return [distinctId, [...groups], personProperties];
  };
  assert.deepEqual(question(1), ["5", [], {}]);
  assert.deepEqual(question(2), ["5", [["company", "7"]], {}]);
  assert.deepEqual(question(3), ["5", [["company", "7"]], { plan: "pro" }]);
});

test("the request says for what it asks before its headers do, and its device is a property", () => {
  const body = { distinct_id: "ann", $device_id: "laptop", person_properties: { $device_id: "phone", plan: "pro" } };
  const { audience, personProperties } = toFlagQuery(body, 3, "client");
  assert.deepEqual(audience, { runtime: "client", contexts: [] });
  assert.deepEqual(personProperties, { $device_id: "laptop", plan: "pro" });
  const said = toFlagQuery({ ...body, evaluation_runtime: "server", evaluation_contexts: ["docs"] }, 3, "client");
  assert.deepEqual(said.audience, { runtime: "server", contexts: ["docs"] });
});
