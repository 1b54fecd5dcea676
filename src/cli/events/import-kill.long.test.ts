import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { storedEvents } from "../../../test/conformance/samples.ts";
import { waitForPort } from "../../../test/support/service-process.ts";
import { openCommandLine } from "../../../test/support/test-command-line.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const EVENTS = 25_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_GROWTH = 1.5;

for (const isServing of [false, true]) {
  test(`an import that is killed again and again stores each event once (service: ${isServing})`, async (t) => {
    const { run, start, directory } = await openCommandLine(t);
    await run(["setup"]);
    if (isServing) await waitForPort(start("serve"));
    const uuids = Array.from({ length: EVENTS }, () => randomUUID());
    const lines = uuids.map((uuid, index) => {
      const [distinct_id, timestamp] = [`user ${index % 500}`, new Date(1.7e12 + index).toISOString()];
      const merge = { $anon_distinct_id: `anonymous ${index % 500}`, $set: { last: index } };
      const isMerge = index % 100 === 0;
      const properties = { index, ...(isMerge && merge) };
      return `${JSON.stringify({ uuid, event: isMerge ? "$identify" : "seen", distinct_id, timestamp, properties })}\n`;
    });
    const path = join(directory, "events.jsonl.gz");
    await writeFile(path, gzipSync(`${lines.join("")}{\n`));
    let kills = 0;
    let out = "";
    for (let status: number | null = null; status !== 0; kills++) {
      const child = start("events", "import", path, "--json");
      out = ""; // what one printed that was killed before it ended
      child.stdout.on("data", (chunk) => {
        out += chunk;
      });
      const ended = once(child, "close");
      const pauseMs = FIRST_PAUSE_MS * PAUSE_GROWTH ** kills;
      if (await Promise.race([ended.then(() => false), sleep(pauseMs, true)])) child.kill("SIGKILL");
      [status] = await ended;
    }
    assert.ok(kills > 2, `${kills}`);
    const report = JSON.parse(out);
    assert.equal(report.imported + report.known, EVENTS);
    assert.deepEqual(report.skipped, {
      "is no JSON object": { count: 1, examples: [`events.jsonl.gz:${EVENTS + 1}`] },
    });
    const store = await openSqlite(directory);
    t.after(() => store.close());
    const stored: string[] = [];
    for (const { uuid, timestamp, properties } of await storedEvents(store.events, "1")) {
      stored.push(uuid);
      assert.equal(timestamp, 1.7e12 + JSON.parse(properties).index);
    }
    assert.deepEqual(stored, uuids);
    const person = (await store.persons.find("1", ["user 0"])).get("user 0");
    assert.deepEqual(JSON.parse(JSON.stringify(person?.properties)), { last: EVENTS - 500 });
    const distinctIds = await store.persons.distinctIds("1", person?.uuid ?? "", 10);
    assert.deepEqual(distinctIds.toSorted(), ["anonymous 0", "user 0"]);
  });
}
