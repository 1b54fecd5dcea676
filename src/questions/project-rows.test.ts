import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { waitUntil } from "../../test/support/wait-until.ts";
import type { StoredEvent } from "../store/ports/events.ts";
import type { DistinctIdRecord, PersonRecord } from "../store/ports/persons.ts";
import { type QuestionEngine, questionEngine, type RunningEngine } from "./engine/question-engine.ts";
import { loadTable } from "./people-rows.ts";
import { type ProjectRows, projectRows } from "./project-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "sightline-rows-"));
const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

describe("the rows of a project in the engine", () => {
  let engine: QuestionEngine;

  before(() => {
    engine = questionEngine({
      memoryBytes: 256 << 20,
      threads: 1,
      temporaryFolder: join(folder, "temporary"),
      temporaryBytes: 1 << 20,
      timeoutMs: 120_000,
      idleMs: 60_000,
      onIdle: () => undefined,
      onFailure: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  test("events that are new are added, and the version changes with the rows only", async () => {
    const { rows, state, advance, count } = project("1");
    store(state, 1, 2);
    const first = await refresh(rows, "1");
    assert.equal(await count("live_events"), 2);
    advance();
    assert.equal(await refresh(rows, "1"), first, "nothing happened");
    store(state, 3);
    advance();
    state.reads.length = 0;
    assert.notEqual(await refresh(rows, "1"), first);
    assert.equal(await count("live_events"), 3);
    assert.deepEqual(state.reads, [3], "only the new event is read");
  });

  test("an event behind one that was read is found while events settle", async () => {
    const { rows, state, advance, count } = project("2");
    state.settled = 1;
    store(state, 1, 3);
    await refresh(rows, "2");
    store(state, 2);
    state.events.sort((a, b) => a.timestamp - b.timestamp);
    advance();
    await refresh(rows, "2");
    assert.equal(await count("live_events"), 3);
  });

  test("erased events and persons leave when the files' version changes", async () => {
    const { rows, state, advance, count } = project("3");
    store(state, 1, 2);
    state.persons = [person(1), person(2)];
    await refresh(rows, "3");
    assert.equal(await count("persons"), 2);
    [state.events, state.persons, state.version] = [state.events.slice(1), [person(2)], "erased"];
    advance();
    await refresh(rows, "3");
    assert.equal(await count("live_events"), 1);
    assert.equal(await count("persons"), 1);
  });

  test("persons that take long to read are read behind the questions", async () => {
    const { rows, state, advance, count } = project("4");
    state.persons = [person(1)];
    state.duringReading = () => advance(10_000);
    await refresh(rows, "4");
    state.persons = [person(1), person(2)];
    let goOn = (): void => undefined;
    const pause = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    state.duringReading = () => pause;
    advance(60_000);
    await refresh(rows, "4");
    assert.equal(await count("persons"), 1, "the question does not wait");
    goOn();
    await waitUntil(async () => (await count("persons")) === 2);
    state.persons = [];
    state.duringReading = () => sleep(300);
    await refresh(rows, "4", true);
    assert.equal(await count("persons"), 0, "a question that must be as of now waits");
  });

  test("a person who is created while people are read has properties if it has a distinct id", async () => {
    const { rows, state, count } = project("6");
    state.afterReading = () => {
      state.persons = [person(1)];
      state.distinctIds = [{ distinctId: "a", person: uuidOf(1) }];
    };
    await refresh(rows, "6");
    const withoutPerson = "person_distinct_ids WHERE person_id NOT IN (SELECT id FROM persons)";
    assert.equal(await count("persons"), 1);
    assert.equal(await count(withoutPerson), 0);
  });

  test("tables are loaded beside each other, and a load that fails leaves the rows as they were", async () => {
    async function* numbers(failing = false) {
      for (let number = 1; number <= 5000; number++) yield [uuidOf(number), 1, true, "{}"];
      if (failing) throw new Error("The store is gone.");
    }
    async function* ids() {
      for (let number = 1; number <= 5000; number++) yield [`id ${number}`, uuidOf(number)];
    }
    await engine.run(async (running) => {
      await running.remote.open("5", { folder, timeZone: "UTC", weekStart: 0 });
      const load = (failing?: boolean) => loadTable(running, "5", "persons", numbers(failing), "replace");
      const version = await load();
      const loads = [loadTable(running, "5", "person_distinct_ids", ids(), "replace"), load(), load(true)];
      const [first, second, third] = await Promise.allSettled(loads);
      assert.equal(first?.status, "fulfilled");
      assert.deepEqual(second, { status: "fulfilled", value: version });
      assert.equal(third?.status, "rejected");
      const { rows } = await ask(
        running,
        "5",
        "SELECT count(*)::INT FROM persons JOIN person_distinct_ids ON id = person_id",
      );
      assert.equal(rows, "[[5000]]");
      assert.equal(
        (await ask(running, "5", "SELECT count(*)::INT FROM duckdb_tables() WHERE NOT temporary")).rows,
        "[[4]]",
      );
    });
  });

  /** Returns the version. */
  const refresh = (rows: ProjectRows, name: string, isForced = false) =>
    engine.run(async (running) => {
      return (await rows.refresh(name, { timeZone: "UTC", weekStart: 0 }, running, isForced)).version;
    });

  function project(name: string) {
    let now = 1_000_000;
    const state = {
      events: [] as StoredEvent[],
      persons: [] as PersonRecord[],
      distinctIds: [] as DistinctIdRecord[],
      version: "1",
      /** Tokens up to this one have settled. */
      settled: Number.POSITIVE_INFINITY,
      /** The events that were read, by their numbers. */
      reads: [] as number[],
      duringReading: (): void | Promise<void> => undefined,
      /** Called when the persons, or the distinct ids, were read. */
      afterReading: (): void => undefined,
    };
    const rows = projectRows(
      {
        events: {
          settled: async (from) => {
            const until = Math.min(state.settled, state.events.at(-1)?.timestamp ?? 0);
            return until > Number(from ?? 0) ? { until: String(until), projects: [name] } : null;
          },
          async *stored({ after: from }) {
            for (const event of state.events) {
              if (event.timestamp <= Number(from ?? 0)) continue;
              state.reads.push(event.timestamp);
              yield { ...event, sequence: event.timestamp };
            }
          },
        },
        people: {
          async *persons() {
            await state.duringReading();
            yield state.persons;
            state.afterReading();
          },
          async *distinctIds() {
            yield state.distinctIds;
            state.afterReading();
          },
          async *groups() {},
        },
        groups: { types: async () => [] } as never,
        history: async () => ({
          folder: () => folder,
          liveFiles: async () => ({
            version: state.version,
            events: [],
            columns: [],
            filedUpTo: null,
            release: () => undefined,
          }),
        }),
      },
      () => now,
    );
    const count = (table: string) =>
      engine.run(async (running) => {
        const { rows: found } = await ask(running, name, `SELECT count(*)::INT FROM ${table}`);
        return JSON.parse(found)[0][0] as number;
      });
    const advance = (ms = 3000) => {
      now += ms;
    };
    return { rows, state, count, advance };
  }
});

function ask({ remote }: RunningEngine, project: string, sql: string) {
  return remote.ask({ project, sql, values: {}, isForeign: false, maxRows: 10, maxBytes: 1000, timeoutMs: 120_000 });
}

function store(state: { events: StoredEvent[] }, ...numbers: number[]): void {
  for (const number of numbers) {
    state.events.push({
      projectId: "1",
      uuid: uuidOf(number),
      event: "e",
      distinctId: "a",
      timestamp: number,
      receivedAt: number,
      properties: "{}",
    });
  }
}

function person(number: number): PersonRecord {
  return { uuid: uuidOf(number), createdAt: 1, isIdentified: false, properties: "{}" };
}
