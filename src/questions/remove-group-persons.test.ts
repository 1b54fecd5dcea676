import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Engine, runSuites, testStore } from "../../test/conformance/engine-suites.ts";
import { newEvent } from "../../test/conformance/samples.ts";
import { STORE_ENGINES } from "../../test/conformance/tested-engines.ts";
import { openAnswers } from "../service/open-answers.ts";
import { readConfig } from "../settings/config.ts";
import { openFolder } from "../store/filesystem/files.ts";
import type { PersonUpdate } from "../store/ports/persons.ts";
import type { FileStore, Store } from "../store/ports/stores.ts";
import type { Answers } from "./answer-question.ts";
import { removeGroupPersons } from "./remove-group-persons.ts";

const NOON = Date.UTC(2026, 0, 2, 12);
const signal = new AbortController().signal;
const GROUP = "$groupidentify";

/** Distinct ids of persons as earlier versions made them, the names of their events, and what was set. */
const PERSONS: readonly (readonly [string, readonly string[], Partial<PersonUpdate>?])[] = [
  ["$company_acme", [GROUP, GROUP]],
  ["user-7", [GROUP]],
  ["$company_busy", [GROUP, "paid"]],
  ["$company_named", [GROUP], { changes: [{ set: { name: "Ann" } }] }],
  ["$company_known", [GROUP], { identify: true }],
  ["quiet", []],
  ["ann", ["seen"]],
];

function describeRemoval(engine: Engine<Store>): void {
  describe(`${engine.name}: persons that earlier versions made of groups`, () => {
    const opened = testStore(engine);
    const directory = mkdtempSync(join(tmpdir(), "sightline-groups-"));
    let files: FileStore;
    let answers: Answers;
    before(async () => {
      files = await openFolder(join(directory, "files"));
      const config = readConfig({ DATA_DIR: directory });
      answers = openAnswers(config, opened.connection, files, { error: assert.fail });
    });
    after(async () => {
      await answers.close();
      await files.close();
      rmSync(directory, { recursive: true });
    });

    test("are removed once, and those with anything of their own stay", async () => {
      const store = opened.connection;
      const project = await fill(store);
      await removeGroupPersons({ store, answers }, signal);
      const remaining = ["$company_busy", "$company_known", "$company_named", "ann", "quiet"];
      assert.deepEqual(await known(store, project), remaining);
      assert.equal((await store.persons.list(project, { limit: 10, offset: 0 })).count, remaining.length);
      await store.persons.ensure(project, [{ distinctId: "$company_acme", at: NOON }]);
      await removeGroupPersons({ store, answers }, signal);
      assert.ok((await known(store, project)).includes("$company_acme"), "only once");
    });
  });
}

async function fill({ tenants, groups, events, persons }: Store): Promise<string> {
  const organizationId = "acme";
  await tenants.addOrganization({ id: organizationId, name: "Acme", createdAt: NOON });
  const { id: project } = await tenants.addProject({ organizationId, name: "Shop", createdAt: NOON });
  await groups.registerTypes(project, ["company"]);
  for (const [distinctId, names, changed] of PERSONS) {
    await events.insert(names.map((event) => newEvent(project, { event, distinctId, timestamp: NOON })));
    const owner = (await persons.ensure(project, [{ distinctId, at: NOON }])).get(distinctId);
    if (changed) await persons.update(project, [{ uuid: owner?.uuid ?? "", changes: [], identify: false, ...changed }]);
  }
  return project;
}

async function known(store: Store, project: string): Promise<string[]> {
  return [
    ...(
      await store.persons.find(
        project,
        PERSONS.map(([id]) => id),
      )
    ).keys(),
  ].toSorted();
}

runSuites(STORE_ENGINES, [describeRemoval]);
