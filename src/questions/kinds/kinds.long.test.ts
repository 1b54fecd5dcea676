import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { newDice } from "../../../test/support/oracle/dice.ts";
import type { Expectation } from "../../../test/support/oracle/expectation.ts";
import { expectations } from "../../../test/support/oracle/expectations.ts";
import { TEST_ACCOUNTS } from "../../../test/support/oracle/oracle-filters.ts";
import { sessionExpectations } from "../../../test/support/oracle/oracle-sessions.ts";
import { newPopulation, type Population } from "../../../test/support/oracle/population.ts";
import { rounded } from "../../../test/support/oracle/rounded.ts";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods, RowValue, TableName } from "../engine/engine-methods.ts";
import { planMatchingSessions } from "./matching-sessions.ts";
import { planQuestion } from "./plan-question.ts";
import type { Plan, QuestionContext, StatementRows } from "./question-context.ts";
import { withoutTestAccounts, withoutTestSessions } from "./test-accounts.ts";

const POPULATIONS = 24;
const PROJECT = "1";
const NOW = Date.UTC(2027, 0, 15, 12);
const FILTERS = JSON.stringify(TEST_ACCOUNTS);
const LIMITS = { maxRows: 50_000, maxBytes: 1e7, timeoutMs: 120_000 };

/** Compares answers with those of an oracle, which goes through exported events in plain loops. */
describe("kinds of questions answer what an oracle does", () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-kinds-"));
  let engine: Child<EngineMethods>;

  before(async () => {
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    const limits = { memoryBytes: 2 ** 28, threads: 1, temporaryBytes: 2 ** 24 };
    await engine.remote.configure({ ...limits, temporaryFolder: join(folder, "tmp") });
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    rmSync(folder, { recursive: true });
  });

  for (let seed = 1; seed <= POPULATIONS; seed += 1) {
    const population = newPopulation(newDice(seed));
    test(`population ${seed}: ${population.events.length} events in ${population.timeZone}`, async () => {
      await load(engine, population);
      for (const { question, expected, shown } of expectations(newDice(seed + 1000), population)) {
        const plan = (context: QuestionContext) => planQuestion(withoutTestAccounts(question, FILTERS), context);
        const actual = shown(await answer(engine, population, plan));
        assert.deepEqual(rounded(actual), rounded(expected), JSON.stringify({ seed, question }, null, 1));
      }
      for (const { question, ids, expected } of sessionExpectations(newDice(seed + 2000), population)) {
        const sessions = { ids, range: { from: 0, to: NOW } };
        const asked = withoutTestSessions(question, FILTERS);
        const plan = (context: QuestionContext) => planMatchingSessions(asked, sessions, context);
        const rows = (await answer(engine, population, plan)) as readonly (readonly string[])[];
        assert.deepEqual(rows.flat().toSorted(), expected, JSON.stringify({ seed, question, ids }, null, 1));
      }
    });
  }
});

async function load({ remote }: Child<EngineMethods>, { timeZone, events, persons, groups }: Population) {
  await remote.close(PROJECT);
  await remote.open(PROJECT, { folder: null, timeZone, weekStart: 0 });
  const tables: Readonly<Record<TableName, readonly (readonly RowValue[])[]>> = {
    stored_events: events.map(({ uuid, event, distinctId, timestamp, properties }, index) => {
      return [uuid, event, distinctId, timestamp, NOW, JSON.stringify(properties), index];
    }),
    persons: [...persons.keys()].map(({ id, properties }) => [id, NOW, true, JSON.stringify(properties)]),
    person_distinct_ids: [...persons].flatMap(([{ id }, distinctIds]) => distinctIds.map((text) => [text, id])),
    groups: [...groups].map(([key, properties]) => [0, "company", key, NOW, JSON.stringify(properties)]),
  };
  for (const [table, rows] of Object.entries(tables) as [TableName, readonly (readonly RowValue[])[]][]) {
    const load = await remote.startTable(PROJECT, table);
    const [first = []] = rows;
    if (rows.length > 0)
      await remote.addRows(
        PROJECT,
        load,
        first.map((_, index) => rows.map((row) => row[index] ?? null)),
      );
    await remote.finishTable(PROJECT, load, "replace");
  }
}

async function answer(
  { remote }: Child<EngineMethods>,
  population: Population,
  planOf: (context: QuestionContext) => Plan,
) {
  const { timeZone, weekStart } = population;
  const context = { calendar: { timeZone, weekStart, now: NOW }, groupTypes: ["company"], earliest: null };
  const plan = planOf(context);
  const answers: StatementRows[] = [];
  for (const { sql, values, isForeign = false, maxRows = LIMITS.maxRows } of plan.statements) {
    const rows = await remote.ask({ ...LIMITS, project: PROJECT, sql, values, isForeign, maxRows });
    answers.push({ ...rows, rows: JSON.parse(rows.rows) });
  }
  return plan.shape(answers, new Set()).results as Expectation["expected"];
}
