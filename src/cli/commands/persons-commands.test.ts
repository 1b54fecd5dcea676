import assert from "node:assert/strict";
import { test } from "node:test";
import { newEvent } from "../../../test/conformance/samples.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { attach } from "../../../test/support/test-people.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

test("a person is shown with its distinct ids, event count and properties", async (t) => {
  const { run, setup, environment } = await openTestCli(t);
  await setup();
  const { persons, events, close } = await openSqlite(environment.DATA_DIR ?? "");
  t.after(close);
  const newPersons = ["ada", "bob"].map((distinctId) => ({ distinctId, at: Date.UTC(2026, 0, 1) }));
  const ada = (await persons.ensure("1", newPersons)).get("ada");
  assert.ok(ada);
  await attach(persons, "1", "ada@example.com", ada.uuid);
  const changes = [{ set: JSON.parse('{"plan": "pro", "__proto__": {"a.b": null}}') }];
  await persons.update("1", [{ uuid: ada.uuid, changes, identify: true }]);
  const distinctIds = ["ada", "ada", "ada@example.com", "bob"];
  await events.insert(distinctIds.map((distinctId) => newEvent("1", { distinctId })));
  for (const distinctId of ["ada", "ada@example.com"]) {
    const { status, out, err } = await run(["persons", "show", distinctId]);
    assert.deepEqual([status, err], [0, ""]);
    assert.deepEqual(JSON.parse(out), {
      uuid: ada.uuid,
      project_id: "1",
      created_at: "2026-01-01T00:00:00.000Z",
      is_identified: true,
      distinct_ids: ["ada", "ada@example.com"],
      event_count: 3,
      properties: JSON.parse('{"plan": "pro", "__proto__": {"a.b": null}}'),
    });
  }
});

test("an unknown distinct id is reported on one line", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const outcome = await run(["persons", "show", "unknown"]);
  assert.deepEqual(outcome, { status: 1, out: "", err: "No person in project 1 has the distinct id unknown.\n" });
});

test("an id of no person is erased as a distinct id, and the command says so", async (t) => {
  const { run, setup } = await openTestCli(t);
  await setup();
  const { status, out, err } = await run(["persons", "erase", "visitor", "--no-wait"]);
  assert.match(out, /^Erasing \(erasure [0-9a-f-]{36}\)\.\n$/);
  const note = "No person in project 1 has the id visitor: erasing what arrived with it as distinct id.\n";
  assert.deepEqual([status, err], [0, note]);
});
