import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { DAYS, dayBefore, fallingOrders, SINCE } from "../support/falling-orders.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("findings");
const quiet = (): SentEvent[] =>
  Array.from({ length: DAYS * 8 }, (_, index) => ({
    event: "looked",
    distinct_id: "ann",
    timestamp: `${dayBefore(1 + (index % DAYS))}T12:00:00.000Z`,
  }));

describe("findings", needs("settings"), () => {
  test("name what is rarer or more frequent, since when, for whom, and what happened then", async () => {
    const { client } = own();
    const project = await AskedProject.create(own(), {}, quiet());
    const { path } = project;
    const action = { name: "Orders", steps: [{ event: "order completed" }] };
    const { id } = await client.expectStatus("actions_create", 201, { path, json: action });
    const note = { content: "Release 2", date_marker: `${dayBefore(SINCE)}T08:00:00Z` };
    await client.expectStatus("annotations_create", 201, { path, json: note });
    const older = { content: "Release 1", date_marker: `${dayBefore(SINCE + 9)}T08:00:00Z` };
    await client.expectStatus("annotations_create", 201, { path, json: older });
    await project.send(fallingOrders("order completed"));
    const found = await client.expectStatus("findings_list", 200, { path });
    assert.deepEqual([found.tested, found.until], [3, dayBefore(1)]);
    for (const [index, [type, name]] of [
      ["events", "order completed"],
      ["actions", "Orders"],
    ].entries()) {
      const { before = 0, after = 0, segment, ...finding } = found.results[index] ?? {};
      const of = { type, id: type === "actions" ? String(id) : name, name };
      const near = [{ at: `${dayBefore(SINCE)}T08:00:00.000Z`, text: "Release 2" }];
      assert.deepEqual(finding, { kind: "drop", ...of, since: dayBefore(SINCE), until: null, near });
      assert.ok(before > 34 && before < 52, `${before}`);
      assert.ok(after > 17 && after < 26, `${after}`);
      assert.deepEqual([segment?.property, segment?.value, segment?.after], ["$browser", "Safari", 0]);
      assert.ok(segment && segment.before > 17 && segment.before < 26, `${segment?.before}`);
    }
    assert.equal(found.results.length, 2);
  });

  test("are none of a project without events", async () => {
    const { client } = own();
    const { path } = await AskedProject.create(own(), {});
    const found = await client.expectStatus("findings_list", 200, { path });
    assert.deepEqual(found, { results: [], tested: 0, until: dayBefore(1) });
  });
});
