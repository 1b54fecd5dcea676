import { readRules, testedCohorts } from "../flags/decide/cohort-rules.ts";
import { problem } from "../lib/problem.ts";
import { announce, flagsOf } from "../store/changes.ts";
import type { Millis } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import { eachDue } from "../store/records/claim-due.ts";
import {
  COHORT_PERSONS,
  type CohortKey,
  deleteCohortPersons,
  digestOf,
  MAX_COHORT_PERSONS,
  writeCohortPersons,
} from "../store/records/cohort-persons.ts";
import { readSettings } from "../store/records/project-settings.ts";
import { COHORT_MEMBERS } from "../store/records/saved-kinds.ts";
import type { Answers } from "./answer-question.ts";
import { memberSql } from "./kinds/cohort-sql.ts";
import type { PropertyFilter } from "./kinds/filter-context.ts";
import { EventStatement } from "./kinds/matching-events.ts";
import { resolveConditions } from "./kinds/resolve-conditions.ts";
import { withDefinitions } from "./references.ts";

export interface CohortPersonsPorts {
  readonly store: Pick<StorePorts, "records" | "persons" | "groups" | "flags">;
  readonly answers: Pick<Answers, "run">;
  readonly now: () => Millis;
}

/** Another node takes over from one that does not finish in this time. */
const CLAIM_MS = 300_000;
/** Persons are found again after this time, or after so many times as long as finding takes. */
const INTERVAL_MS = 600_000;
const MIN_PAUSE = 20;
const ROW_PERSONS = 100_000;

/** Finds the persons of cohorts for flags, where they are due. Several nodes may do so: one is found by one. */
export async function findCohortPersons(ports: CohortPersonsPorts, signal: AbortSignal): Promise<void> {
  const { records } = ports.store;
  await eachDue(COHORT_PERSONS, { records, now: ports.now }, CLAIM_MS, signal, async (due) => {
    const key = { projectId: due.projectId, id: due.id };
    const at = ports.now();
    const found = await findPersons(key, ports);
    if (found === null) return deleteCohortPersons(key, 0, records);
    const { uuids, revision } = found;
    const digest = digestOf(uuids);
    if (due.digest !== digest) await announce([flagsOf(key.projectId)], records);
    const dueAt = at + Math.max(INTERVAL_MS, MIN_PAUSE * (ports.now() - at));
    await writeCohortPersons(key, uuids, { digest, at, revision, dueAt }, records);
  });
}

/** Returns ascending uuids, and the cohort's revision; null if no flag tests it. Throws as answers to questions do. */
async function findPersons({ projectId, id }: CohortKey, { store, answers, now }: CohortPersonsPorts) {
  const { records, persons, groups, flags } = store;
  const rules = await readRules(projectId, records);
  const cohort = rules.get(id);
  if (!cohort?.isStored) return null;
  if (!testedCohorts(await flags.list(projectId), rules).has(id)) return null;
  const { revision } = cohort;
  if (cohort.isStatic) {
    const { distinctIds = [] } = (await records.find(COHORT_MEMBERS, { projectId, id })) ?? {};
    const found = distinctIds.length === 0 ? [] : [...(await persons.findRefs(projectId, distinctIds)).values()];
    const uuids = [...new Set(found.map(({ uuid }) => uuid))].sort();
    return { revision, uuids: Buffer.from(uuids.join("").replaceAll("-", ""), "hex") };
  }
  const condition = { type: "cohort", key: "id", value: id } as const;
  const path = ["filters"];
  const defined = await withDefinitions<readonly PropertyFilter[]>([condition], projectId, records, { path });
  const [resolved] = resolveConditions(defined, now(), path);
  if (!resolved?.cohort) return null;
  const statement = new EventStatement(await groups.types(projectId));
  const members = memberSql(resolved.cohort, statement);
  // Base64, because to read texts of uuids would keep all other requests waiting for most of a second.
  const sql = `SELECT to_base64(unhex(string_agg(id, '' ORDER BY id))) FROM (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) // ${ROW_PERSONS} AS part FROM (
        SELECT replace(CAST(id AS VARCHAR), '-', '') AS id FROM persons WHERE id IN (${members})
      )
    ) GROUP BY part ORDER BY part`;
  const maxRows = MAX_COHORT_PERSONS / ROW_PERSONS;
  const query = { sql, values: statement.parameters.values, maxRows };
  const { rows, hasMore } = await answers.run(projectId, query, await readSettings(projectId, records));
  if (hasMore) {
    const detail = `Flags can test cohorts of up to ${MAX_COHORT_PERSONS} persons.`;
    throw problem("query_limit_exceeded", { detail });
  }
  const texts = JSON.parse(rows) as [string][];
  return { revision, uuids: Buffer.concat(texts.map(([text]) => Buffer.from(text, "base64"))) };
}
