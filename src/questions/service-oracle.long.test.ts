import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { countEvents } from "../../test/support/count-events.ts";
import { noMongoServer, testMongoOptions } from "../../test/support/engines/test-mongo.ts";
import { noS3Server } from "../../test/support/engines/test-s3.ts";
import { ONLY_EXTERNAL_ENGINES } from "../../test/support/engines/wanted-engines.ts";
import { AnsweringService, type Deployment, externalDeployment } from "../../test/support/oracle/answering-service.ts";
import { newDice } from "../../test/support/oracle/dice.ts";
import { expectations } from "../../test/support/oracle/expectations.ts";
import { exportedPopulation } from "../../test/support/oracle/exported-population.ts";
import { TEST_ACCOUNTS } from "../../test/support/oracle/oracle-filters.ts";
import { type Dice, newPopulation, PLACES, type Population, pick } from "../../test/support/oracle/population.ts";
import { rounded } from "../../test/support/oracle/rounded.ts";
import { sendPopulation } from "../../test/support/oracle/send-population.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { openMongo } from "../store/mongodb/mongodb.ts";
import type { Store } from "../store/ports/stores.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { historyRecords } from "./history/history-records.ts";

/** How many projects are asked about, with 150 questions each: a run of more is for who changes the questions. */
const { ORACLE_SEEDS = "1" } = process.env;
const FILES_LATER = { HISTORY_INTERVAL_SECONDS: "86400" };
const FILES_NOW = { HISTORY_INTERVAL_SECONDS: "1" };
/** A question in this many loses the process that answers it. */
const KILL_SHARE = 8;

const embeddedDeployment = async () => ({ nodes: 1, settings: {} });

const DEPLOYMENTS: readonly (readonly [string, string | undefined, (test: TestContext) => Promise<Deployment>])[] = [
  ...(ONLY_EXTERNAL_ENGINES ? [] : [["SQLite and a folder", undefined, embeddedDeployment] as const]),
  ["two nodes on MongoDB and S3", noMongoServer ?? noS3Server, externalDeployment],
];

for (const [name, skip, deploy] of DEPLOYMENTS) {
  describe(`the service answers what an oracle does, with ${name}`, { skip: skip ?? false }, () => {
    for (let seed = 1; seed <= Number(ORACLE_SEEDS); seed += 1) {
      test(`project ${seed}`, async (t) => {
        const service = await AnsweringService.open(t, await deploy(t));
        const store = await openStoreOf(service);
        t.after(() => store.close());
        await new Project(service, store, newDice(seed * 7919)).live(t);
      });
    }
  });
}

function openStoreOf({ directory, settings: { MONGODB_DATABASE } }: AnsweringService): Promise<Store> {
  return MONGODB_DATABASE === undefined ? openSqlite(directory) : openMongo(testMongoOptions(MONGODB_DATABASE));
}

/** A project whose events are stored, filed, merged and erased while it is asked about. */
class Project {
  readonly #service: AnsweringService;
  readonly #store: Store;
  readonly #dice: Dice;
  readonly #place: (typeof PLACES)[number];
  readonly #weekStart: 0 | 1;
  /** How many events the store should have. */
  #stored = 0;

  constructor(service: AnsweringService, store: Store, dice: Dice) {
    this.#service = service;
    this.#store = store;
    this.#dice = dice;
    this.#place = pick(dice, PLACES.slice(1));
    this.#weekStart = pick(dice, [0, 1]);
  }

  async live(t: TestContext): Promise<void> {
    const service = this.#service;
    await service.restart(FILES_LATER);
    const days = { timezone: this.#place[0], week_start_day: this.#weekStart };
    const settings = { ...days, test_account_filters: TEST_ACCOUNTS };
    assert.equal((await service.call(0, "PATCH", "/", settings)).status, 200);

    await this.#send();
    await this.#compare(t, "no event is in a file");

    await this.#restart(FILES_NOW);
    await this.#filed();
    await this.#compare(t, "all events are in files");

    await this.#restart(FILES_LATER);
    await this.#send();
    await this.#compare(t, "some events are in files");

    for (const killed of ["writer", "node", "writer"]) {
      await this.#restart(FILES_NOW);
      await this.#killWriter();
      if (killed === "node") await service.kill();
    }
    await this.#restart(FILES_NOW);
    await this.#filed();
    await waitUntil(async () => (await this.#manifest()).replaced.length > 0);
    await waitUntil(async () => ((await this.#manifest()).columns ?? []).length > 0);
    await this.#compare(t, "files are merged");

    await this.#erase();
    await this.#filed();
    await this.#compare(t, "persons are erased");

    // Accepted events wait in a journal when their node is killed.
    await this.#send();
    await this.#restart(FILES_NOW);
    await this.#compare(t, "nodes were killed while they stored and filed events");
  }

  /** Sends events, some with distinct ids that have events already, and some that merge persons. */
  async #send(): Promise<void> {
    const population = newPopulation(this.#dice, this.#place);
    this.#stored += await sendPopulation(this.#service, population, () => this.#dice.chance(0.8));
  }

  async #manifest() {
    return (await historyRecords(this.#store.records).manifest(this.#service.project)).value;
  }

  async #countFiled(): Promise<number> {
    return (await this.#manifest()).files.reduce((sum, { rows }) => sum + rows, 0);
  }

  async #filed(): Promise<void> {
    let rows = 0;
    await waitUntil(
      async () => {
        rows = await this.#countFiled();
        return rows === this.#stored;
      },
      () => `${rows} events of ${this.#stored} are in files.`,
    );
  }

  /** Kills what writes files, unless it, or that of another node, has written all of them before. */
  async #killWriter(): Promise<void> {
    await waitUntil(async () => {
      return (await this.#service.killChildren(0, "duckdb-child")) > 0 || (await this.#countFiled()) === this.#stored;
    });
  }

  /** Kills all nodes and starts them again, as if so much later that the claim of a killed writer has ended. */
  async #restart(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#service.kill();
    await historyRecords(this.#store.records).claim("", 0, Number.POSITIVE_INFINITY);
    await this.#service.restart(settings);
  }

  /** Erases a person and a visitor, while questions are asked. */
  async #erase(): Promise<void> {
    const service = this.#service;
    const { persons } = await this.#population();
    const [person] = [...persons.keys()];
    const erasures: string[] = [];
    for (const id of [person?.id ?? "", "visitor 1"]) {
      const { status, body } = await service.call(0, "DELETE", `/persons/${encodeURIComponent(id)}`);
      assert.equal(status, 202);
      erasures.push(String(body["id"]));
    }
    const isCompleted = async (id: string) =>
      (await service.call(0, "GET", `/erasures/${id}`)).body["state"] === "completed";
    await waitUntil(async () => {
      const query = { kind: "HogQLQuery", query: "SELECT count(), uniq(person_id), count(properties.n) FROM events" };
      await service.ask(this.#dice.integer(0, service.nodes - 1), query);
      return (await Promise.all(erasures.map(isCompleted))).every(Boolean);
    });
    this.#stored = (await this.#population()).events.length;
  }

  /** Asks random questions about what is exported. */
  async #compare(t: TestContext, state: string): Promise<void> {
    const service = this.#service;
    const seed = this.#dice.integer(1, 2 ** 31);
    await t.test(state, async () => {
      const population = await this.#settled();
      for (const [index, { question, expected, shown }] of expectations(newDice(seed), population).entries()) {
        const node = index % service.nodes;
        const asked = service.ask(node, question);
        if (index % KILL_SHARE === 0) await service.killChildren(node, "engine-process");
        const answered = shown(await asked);
        assert.deepEqual(rounded(answered), rounded(expected), JSON.stringify({ seed, question }, null, 1));
      }
    });
  }

  /** Returns what is exported once all nodes answer with it. */
  async #settled(): Promise<Population> {
    const service = this.#service;
    const rows = (node: number, query: string) => service.ask(node, { kind: "HogQLQuery", query });
    // Persons are stored after their events.
    await waitUntil(async () => (await service.countWaiting()) === 0);
    assert.equal(await countEvents(this.#store.events, service.project, {}), this.#stored);
    const population = await this.#population();
    const uuids = population.events.map(({ uuid }) => [uuid]).sort();
    const ids = [...population.persons]
      .flatMap(([{ id }, distinctIds]) => distinctIds.map((text) => [text, id]))
      .sort();
    const plans = [...population.persons.keys()].map(({ id, properties }) => [id, properties["plan"] ?? null]).sort();
    for (let node = 0; node < service.nodes; node += 1) {
      let last: unknown;
      const isLoaded = async () => {
        last = await rows(node, "SELECT uuid FROM events ORDER BY uuid");
        const owners = await rows(node, "SELECT distinct_id, person_id FROM person_distinct_ids ORDER BY ALL");
        const persons = await rows(node, "SELECT id, properties.plan FROM persons ORDER BY id");
        return JSON.stringify([last, owners, persons]) === JSON.stringify([uuids, ids, plans]);
      };
      await waitUntil(isLoaded, () => JSON.stringify({ node, events: uuids.length, last }));
    }
    return population;
  }

  /** Events of one moment are in order of arrival, which not every engine exports. */
  async #population(): Promise<Population> {
    const exported = await exportedPopulation(this.#service, this.#place, this.#weekStart);
    const arrival = new Map<string, number>();
    const range = { projectId: this.#service.project, after: null };
    for await (const { uuid, sequence } of this.#store.events.stored(range)) arrival.set(uuid, sequence);
    const at = (uuid: string) => arrival.get(uuid) ?? 0;
    const events = exported.events.toSorted(
      (one, other) => one.timestamp - other.timestamp || at(one.uuid) - at(other.uuid),
    );
    return { ...exported, events };
  }
}
