import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { newHostileSql } from "../../test/support/engines/hostile-sql.ts";
import { AnsweringService } from "../../test/support/oracle/answering-service.ts";
import { newDice } from "../../test/support/oracle/dice.ts";
import { waitUntil } from "../../test/support/wait-until.ts";

const ATTACKS = 50;
const ATTACK_STATEMENTS = 20;
const SECRET = "hidden from others";
/** Refusals that are right: the SQL, or what it takes. */
const REFUSED = new Set(["invalid_input", "query_limit_exceeded", "max_length"]);

test("a thousand hostile statements read nothing, while another project captures and asks", async (t) => {
  const service = await AnsweringService.open(t, { nodes: 1, settings: { HISTORY_INTERVAL_SECONDS: "1" } });
  await service.restart({});
  const other = await service.addProject("Other");
  const folder = join(service.directory, "files", "history", "project_id", other.project);
  const file = join(service.directory, "secret.csv");
  await writeFile(file, `a,b\n${SECRET},1\n`);

  let sent = 0;
  const capture = async () => {
    await other.send([{ event: "seen", distinct_id: `id ${sent}`, properties: { secret: SECRET } }]);
    sent += 1;
  };
  const query = { kind: "HogQLQuery", query: "SELECT count() FROM events" };
  const count = async () => Number(((await other.ask(0, query)) as number[][])[0]?.[0]);
  await capture();
  await waitUntil(async () => (await count()) === sent);

  const waits = { capture: 0, question: 0 };
  const timed = async (name: keyof typeof waits, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    waits[name] = Math.max(waits[name], performance.now() - start);
  };
  let counted = 0;
  const bystander = async () => {
    await timed("capture", capture);
    await timed("question", async () => {
      const now = await count();
      assert.ok(now >= counted && now <= sent, `${counted}, ${now}, ${sent}`);
      counted = now;
    });
  };
  const dice = newDice(26);
  const answered: string[] = [];
  const attack = async () => {
    for (let number = 0; number < ATTACK_STATEMENTS; number += 1) {
      const sql = newHostileSql(dice, { file, folder });
      const { status, body } = await service.call(0, "POST", "/query", { query: { kind: "HogQLQuery", query: sql } });
      const text = JSON.stringify({ ...body, detail: String(body["detail"]).replaceAll(sql, "") });
      if (status !== 400 || !REFUSED.has(String(body["code"]))) answered.push(`${status} ${sql} ${text.slice(0, 300)}`);
      assert.ok(!text.includes(SECRET), sql);
    }
  };
  for (let number = 0; number < ATTACKS; number += 1) await Promise.all([attack(), bystander()]);
  assert.deepEqual(answered, []);
  await waitUntil(async () => (await count()) === sent);
  for (const [name, ms] of Object.entries(waits)) t.diagnostic(`longest ${name} of the other: ${Math.round(ms)} ms`);
});
