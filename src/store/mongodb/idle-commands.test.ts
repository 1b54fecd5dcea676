import assert from "node:assert/strict";
import { test } from "node:test";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { announce, changesOf, ERASURES, flagsOf, REMOVALS, watchTopic } from "../changes.ts";
import { leaseOf } from "../lease.ts";
import { openMongo } from "./mongodb.ts";

const [MINUTE_MS, TICK_MS] = [60_000, 500];

test("looking for work and changes takes less than a command a second", { skip: noMongoServer ?? false }, async (t) => {
  const name = await newDatabaseName();
  const sent: string[] = [];
  const onCommand = ({ commandName }: { commandName: string }) => void sent.push(commandName);
  const store = await openMongo(testMongoOptions(name, { onCommand }));
  t.after(async () => {
    await store.close();
    await dropTestDatabase(name);
  });
  let now = 1_000_000;
  const records = async () => store.records;
  const changes = changesOf({ records, maxAgeMs: 1700, now: () => now });
  const lease = leaseOf({ records, name: "work", owner: "this", now: () => now });
  const [erasures, removals] = [watchTopic(changes, ERASURES), watchTopic(changes, REMOVALS)];
  const spendMinute = async () => {
    sent.length = 0;
    let looks = 0;
    for (const end = now + MINUTE_MS; now < end; now += TICK_MS) {
      await erasures.ifChanged(store.erasures.unfinished);
      const found = await removals.ifChanged(store.projectRemovals.unconfirmed);
      if (found) looks += 1;
      await lease.isHeld();
      await changes.position();
    }
    return { commands: sent.length, looks };
  };
  await spendMinute(); // of a start
  assert.ok((await spendMinute()).commands <= 40);

  await announce([REMOVALS], store.records);
  assert.ok((await spendMinute()).looks >= 10, "for some seconds after an announcement");

  // 1,000 projects in use share the command.
  const positions = new Map<string, number>();
  const projects = Array.from({ length: 1000 }, (_, number) => String(number));
  for (const id of projects) positions.set(id, await changes.position());
  await store.flags.remove("7", "a");
  now += 2000;
  sent.length = 0;
  const found = await Promise.all(
    projects.map(async (id) => {
      await changes.position();
      return changes.hasChanged(flagsOf(id), positions.get(id) ?? -1);
    }),
  );
  assert.deepEqual([sent, projects.filter((_, index) => found[index])], [["find"], ["7"]]);
});
