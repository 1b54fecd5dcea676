import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Schemas } from "../../generated/openapi.ts";
import { compileMatcher, matchesWhenAbsent, SearchBudget } from "../flags/decide/match-property.ts";
import { RegexBudget } from "../flags/define/bounded-regex.ts";
import { ComparedValue, TextBudget } from "../flags/define/compared-value.ts";
import type { PropertyOperator } from "../flags/define/flag-definition.ts";
import { withExactValues } from "../lib/json/exact-values.ts";
import { type PropertyMap, parseExactly, propertyOf, stringifyExactly } from "../lib/json/json.ts";
import { type Child, startChild } from "../lib/threads/start-child.ts";
import { type Operator, readCondition } from "./comparison.ts";
import type { EngineMethods, RowValue, TableName } from "./engine/engine-methods.ts";
import { planMatchingSessions } from "./kinds/matching-sessions.ts";
import { planQuestion } from "./kinds/plan-question.ts";
import type { Plan, QuestionContext } from "./kinds/question-context.ts";
import { parseConditions } from "./property-conditions.ts";

type Filter = Omit<Schemas["QueryPropertyFilter"], "operator" | "type"> & {
  readonly operator?: Operator;
  readonly type?: "event" | "person" | "group";
};

const NOW = Date.parse("2026-03-08T12:00:00Z");
const PROJECT = "1";
const DOCUMENT = readFileSync(new URL("../../docs/comparisons.md", import.meta.url), "utf8");

/** Returns the tables of the page: rows of cells, the first of them the names of columns. */
const TABLES = DOCUMENT.split(/\n(?!\|)/).flatMap((part) => {
  const rows = part.split("\n").filter((line) => line.startsWith("|"));
  const cells = rows.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.length > 2 ? [[...cells.slice(0, 1), ...cells.slice(2)]] : [];
});
/** Returns what a cell has in backticks: conditions that find the same, or values that are found alike. */
const codesOf = (cell = "") => [...cell.matchAll(/`([^`]*)`/g)].map(([, code = ""]) => code);
const [COMPARED = [], REFUSED = []] = TABLES;
const COLUMNS = (COMPARED[0] ?? []).slice(1).map(codesOf);
/** Stored values as JSON; the properties of the last event lack the property. */
const STORED = COLUMNS.flat();
const PROPERTIES = STORED.map((json) => (json === "absent" ? "{}" : `{"x":${json}}`));
const uuidOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

function conditionOf(code: string): Filter {
  const [, operator = "", json] = /^(\w+)(?: (.*))?$/.exec(code) ?? [];
  const sent = json === undefined ? {} : (withExactValues(parseExactly(`{"value":${json}}`)) as Pick<Filter, "value">);
  return { key: "x", operator: operator as Operator, ...sent };
}

/** Returns the condition as users write it in SQL, in which a null property is neither equal nor unlike. */
function sqlOf({ operator = "exact", value }: Filter, json: string, x: string): string {
  const quote = (text: unknown) => `'${String(text).replaceAll("'", "''")}'`;
  const items: readonly unknown[] = json === "" ? [] : [parseExactly(`[${json}]`) as unknown[]].flat(2);
  const literals = items.map((item) => (typeof item === "string" ? quote(item) : stringifyExactly(item)));
  const equal = literals.length > 1 ? `${x} IN (${literals.join(", ")})` : `${x} = ${literals[0]}`;
  const any = (one: (item: unknown) => string) => `(${items.map(one).join(" OR ")})`;
  const contains = any((item) => `${x} ILIKE ${quote(`%${item}%`)}`);
  const matches = any((item) => `match(${x}, ${quote(item)})`);
  const { comparison } = readCondition(operator, value, NOW);
  if (comparison.kind === "dated") {
    return `${x} ${comparison.sign} toDateTime('${new Date(comparison.time).toISOString()}')`;
  }
  if (comparison.kind === "ordered") return `${x} ${comparison.sign} ${value}`;
  const of = { set: `${x} IS NOT NULL`, equal, contains, matches }[comparison.kind];
  return operator.includes("not") ? `(${x} IS NULL OR NOT ${of})` : of;
}

describe("each cell of docs/comparisons.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-comparisons-"));
  let engine: Child<EngineMethods>;
  const context: QuestionContext = {
    calendar: { timeZone: "Asia/Kathmandu", weekStart: 1, now: NOW },
    groupTypes: ["company"],
    earliest: NOW,
  };

  before(async () => {
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    const limits = { memoryBytes: 2 ** 28, threads: 1, temporaryBytes: 2 ** 24 };
    await engine.remote.configure({ ...limits, temporaryFolder: join(folder, "tmp") });
    await engine.remote.open(PROJECT, { folder: null, timeZone: context.calendar.timeZone, weekStart: 1 });
    const ids = STORED.map((_, index) => index);
    const withGroup = (json: string, index: number) =>
      `{"$groups":{"company":"c${index}"},"$session_id":"s${index}"${json === "{}" ? "" : ","}${json.slice(1)}`;
    const same = (value: RowValue) => ids.map(() => value);
    const names = ids.map((index) => `d${index}`);
    const events = PROPERTIES.map(withGroup);
    const times = [same(NOW - 1000), same(NOW - 1000)];
    await load("stored_events", [ids.map(uuidOf), same("e"), names, ...times, events, ids]);
    await load("persons", [ids.map(uuidOf), same(0), same(true), PROPERTIES]);
    await load("person_distinct_ids", [names, ids.map(uuidOf)]);
    await load("groups", [same(0), same("company"), ids.map((index) => `c${index}`), same(0), PROPERTIES]);
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    rmSync(folder, { recursive: true });
  });

  async function load(table: TableName, columns: readonly (readonly RowValue[])[]) {
    const loading = await engine.remote.startTable(PROJECT, table);
    await engine.remote.addRows(PROJECT, loading, columns);
    await engine.remote.finishTable(PROJECT, loading, "replace");
  }

  async function found({ statements }: Plan): Promise<string[]> {
    const rows: string[] = [];
    for (const { sql, values, isForeign = false } of statements) {
      const limits = { maxRows: 100, maxBytes: 1e6, timeoutMs: 60_000 };
      const answer = await engine.remote.ask({ project: PROJECT, sql, values, isForeign, ...limits });
      rows.push(...(JSON.parse(answer.rows) as string[][]).map(([id = ""]) => id.replace(/^\D/, "")));
    }
    return rows
      .map(Number)
      .toSorted((a, b) => a - b)
      .map((index) => STORED[index] ?? "");
  }

  const events = (properties: readonly Filter[]) =>
    found(
      planQuestion(
        { kind: "EventsQuery", select: ["distinct_id"], orderBy: ["distinct_id"], properties: [...properties] },
        context,
      ),
    );
  const sql = (condition: string) =>
    found(planQuestion({ kind: "HogQLQuery", query: `SELECT distinct_id FROM events WHERE ${condition}` }, context));

  const conditions = COMPARED.slice(1).flatMap(([conditionCell, ...columns]) => {
    const cells = COLUMNS.flatMap((values, index) => values.map(() => columns[index] ?? ""));
    return codesOf(conditionCell).map((code) => ({ code, cells }));
  });

  for (const { code, cells } of conditions) {
    const condition = conditionOf(code);
    const expected = STORED.filter((_, index) => !cells[index]?.startsWith("–"));
    const sent = code.replace(/^\w+ ?/, "");

    test(`${code} in questions, lists, recordings and SQL`, async () => {
      const value = sent === "" ? "" : `,"value":${sent}`;
      const list = parseConditions(`[{"key":"x","operator":"${condition.operator}"${value}}]`, NOW);
      const listed = STORED.filter((_, index) =>
        list(parseExactly(PROPERTIES[index] ?? "") as PropertyMap, { steps: 0 }),
      );
      assert.deepEqual(listed, expected, "the list of events");
      assert.deepEqual(await events([condition]), expected, "properties of events");
      assert.deepEqual(await events([{ ...condition, type: "person" }]), expected, "properties of persons");
      assert.deepEqual(
        await events([{ ...condition, type: "group", group_type_index: 0 }]),
        expected,
        "properties of groups",
      );
      const sessions = { ids: STORED.map((_, index) => `s${index}`), range: { from: 0, to: NOW } };
      const recordings = planMatchingSessions(
        { kind: "RecordingsQuery", properties: [{ ...condition, type: "event" }] },
        sessions,
        context,
      );
      assert.deepEqual(await found(recordings), expected, "recordings");
      assert.deepEqual(await sql(sqlOf(condition, sent, "properties.x")), expected, "SQL");
      assert.deepEqual(await sql(sqlOf(condition, sent, "person.properties.x")), expected, "SQL of persons");
    });

    // Flags have no lists of expressions.
    const isInFlags = !(/regex/.test(condition.operator ?? "") && Array.isArray(condition.value));
    if (isInFlags)
      test(`${code} in flags`, () => {
        const { operator = "exact", value } = condition;
        const matches = compileMatcher(operator as PropertyOperator, value);
        const matching = STORED.filter((_, index) => {
          const properties = parseExactly(PROPERTIES[index] ?? "") as PropertyMap;
          if (!Object.hasOwn(properties, "x")) return matchesWhenAbsent(operator as PropertyOperator);
          const budgets = { now: NOW, regexes: new RegexBudget(), searches: new SearchBudget() };
          return matches(new ComparedValue(propertyOf(properties, "x"), new TextBudget()), budgets);
        });
        const other = cells.map((each) => each.includes("*"));
        assert.deepEqual(
          matching,
          STORED.filter((json, index) => expected.includes(json) !== other[index]),
        );
      });
  }

  for (const code of REFUSED.slice(1).flatMap(([cell]) => codesOf(cell))) {
    test(`${code} is refused`, () => {
      const condition = conditionOf(code);
      assert.throws(() => planQuestion({ kind: "EventsQuery", select: ["*"], properties: [condition] }, context), {
        code: "invalid_input",
        attr: "query__properties__0__value",
      });
      assert.throws(() => parseConditions(JSON.stringify([condition]), NOW), { attr: "properties__0__value" });
    });
  }
});
