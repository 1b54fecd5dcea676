import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";
import { ACTION_CASES } from "../support/public-cases/actions.ts";
import type { PublicCase } from "../support/public-cases/case.ts";
import { COHORT_CASES } from "../support/public-cases/cohorts.ts";
import { FLAG_CASES } from "../support/public-cases/flags.ts";

const own = sharedServer("public-cases");
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const titled = ({ name, source, differs }: PublicCase) =>
  `${name} (${source.split("/").at(-1)}${differs ? `; differs: ${differs}` : ""})`;

/** Replaces `@name` by the id with the name. */
function withIds(json: unknown, ids: ReadonlyMap<string, number>): never {
  const text = JSON.stringify(json, (_, value) =>
    typeof value === "string" && ids.has(value) ? ids.get(value) : value,
  );
  return JSON.parse(text) as never;
}

const eventsOfActions = (): SentEvent[] =>
  ACTION_CASES.flatMap(({ events }, number) =>
    Object.entries(events).map(([name, { event = "$autocapture", url, chain, properties, person }]) => ({
      ...{ event, distinct_id: `action ${number} ${name}` },
      properties: {
        ...properties,
        ...(url && { $current_url: url }),
        ...(chain && { $elements_chain: chain }),
        ...(person && { $set: person }),
      },
    })),
  );

const eventsOfCohorts = (): SentEvent[] =>
  COHORT_CASES.flatMap(({ persons }, number) =>
    Object.entries(persons).flatMap(([name, { properties = {}, did = [] }]) => {
      const distinct_id = `cohort ${number} ${name}`;
      const known = { event: "$set", distinct_id, timestamp: ago(60), properties: { $set: properties } };
      return [
        known,
        ...did.map(([event, days, more]) => ({ event, distinct_id, timestamp: ago(days), properties: { ...more } })),
      ];
    }),
  );

describe("public cases", needs("settings"), () => {
  let project: AskedProject;
  before(async () => {
    if (needs("settings").skip !== false) return;
    const listed = FLAG_CASES.flatMap(({ cohorts }) => Object.values(cohorts)).filter((one) => Array.isArray(one));
    const known = listed.flat().map((distinct_id) => ({ event: "$set", distinct_id, properties: { $set: { a: 1 } } }));
    project = await AskedProject.create(own(), {}, [...known, ...eventsOfActions(), ...eventsOfCohorts()]);
    for (const [number, one] of FLAG_CASES.entries()) if (!one.refused) await createFlag(number);
  });

  const createAction = async (steps: readonly object[]) =>
    own().client.expectStatus("actions_create", 201, { path: project.path, json: { name: "x", steps } as never });
  const refused = async (operation: "actions_create" | "cohorts_create" | "feature_flags_create", json: never) => {
    const { status, body } = await own().client.request(operation, { path: project.path, json });
    return [status, (body as { attr: unknown }).attr];
  };

  async function createCohort(json: object, distinctIds?: readonly string[]): Promise<number> {
    const all = { name: "x", ...json, ...(distinctIds && { is_static: true }) } as never;
    const { id } = await own().client.expectStatus("cohorts_create", 201, { path: project.path, json: all });
    const path = { ...project.path, id: String(id) };
    const added = { path, json: { distinct_ids: [...(distinctIds ?? [])] } } as never;
    if (distinctIds) await own().client.expectStatus("cohorts_persons_add", 200, added);
    return id;
  }

  const keyOf = (number: number) => FLAG_CASES[number]?.key ?? `case-${number}`;
  async function createFlag(number: number): Promise<void> {
    const { cohorts = {}, filters } = FLAG_CASES[number] ?? {};
    const ids = new Map<string, number>();
    for (const [name, one] of Object.entries(cohorts)) {
      const json = Array.isArray(one) ? {} : { filters: { properties: withIds(one, ids) } };
      ids.set(`@${name}`, await createCohort(json, Array.isArray(one) ? one : undefined));
    }
    const json = withIds({ key: keyOf(number), filters }, ids);
    await own().client.expectStatus("feature_flags_create", 201, { path: project.path, json });
  }

  describe("of actions", () => {
    for (const [number, one] of ACTION_CASES.entries()) {
      test(titled(one), async () => {
        const { steps, matches } = one;
        if (one.refused) {
          const json = { name: "x", steps } as never;
          return assert.deepEqual(await refused("actions_create", json), [400, one.refused]);
        }
        const { id } = await createAction(steps);
        const where = [`startsWith(distinct_id, 'action ${number} ')`];
        const query = { kind: "EventsQuery", select: ["distinct_id"], actionId: id, where, after: "all" };
        const found = (await project.ask<string[][]>(query)).map(([name = ""]) => name.replace(/^action \d+ /, ""));
        assert.deepEqual(found.toSorted(), [...matches].toSorted());
      });
    }
  });

  describe("of cohorts", () => {
    for (const [number, one] of COHORT_CASES.entries()) {
      test(titled(one), async () => {
        const ids = new Map<string, number>();
        for (const [name, steps] of Object.entries(one.actions ?? {})) {
          ids.set(`@${name}`, (await createAction(steps)).id);
        }
        let last = 0;
        for (const [name, { properties, groups, persons }] of Object.entries(one.cohorts)) {
          const json = withIds(groups ? { groups } : properties ? { filters: { properties } } : {}, ids);
          if (one.refused) {
            const all = { name: "x", ...(json as object) } as never;
            return assert.deepEqual(await refused("cohorts_create", all), [400, one.refused]);
          }
          last = await createCohort(
            json,
            persons?.map((person) => `cohort ${number} ${person}`),
          );
          ids.set(`@${name}`, last);
        }
        const path = { ...project.path, id: String(last) };
        const { results } = await own().client.expectStatus("cohorts_persons_list", 200, {
          path,
          query: { limit: 500 },
        });
        const prefix = `cohort ${number} `;
        const mine = results.flatMap(({ distinct_ids }) => distinct_ids).filter((id) => id.startsWith(prefix));
        assert.deepEqual(mine.map((id) => id.slice(prefix.length)).toSorted(), [...one.members].toSorted());
      });
    }
  });

  describe("of flags", () => {
    for (const [number, one] of FLAG_CASES.entries()) {
      test(titled(one), async () => {
        if (one.refused) {
          const json = { key: keyOf(number), filters: one.filters } as never;
          return assert.deepEqual(await refused("feature_flags_create", json), [400, one.refused]);
        }
        const key = keyOf(number);
        for (const { distinctId = `new-${number}`, properties, value } of one.decisions) {
          const json = {
            ...{ api_key: project.token, distinct_id: distinctId },
            ...{ person_properties: properties, flag_keys_to_evaluate: [key] },
          } as never;
          // Another node may know the flag a moment later.
          await eventually(`${JSON.stringify({ key, distinctId, properties })} is ${value}`, async () => {
            const answer = await own().client.expectStatus("decide", 200, { query: { v: 3 }, json });
            const { featureFlags } = answer as { readonly featureFlags: Readonly<Record<string, unknown>> };
            return featureFlags[key] === value;
          });
        }
      });
    }
  });
});
