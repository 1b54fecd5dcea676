import { join } from "node:path";
import type { TestContext } from "node:test";
import Libsql from "libsql";
import { FlagDecider, type FlagQuery } from "../../src/flags/decide/flag-decider.ts";
import type { FlagValue } from "../../src/flags/decide/outcome.ts";
import type { PropertyMap } from "../../src/lib/json/json.ts";
import type { PersonEvent } from "../../src/persons/record-persons.ts";
import { changesOf } from "../../src/store/changes.ts";
import { putFlags } from "../conformance/put-flags.ts";
import { openTestStore } from "./engines/test-store.ts";
import { byKey } from "./test-evaluate.ts";
import { NOON, recordEvents } from "./test-people.ts";

export interface QueryOptions {
  readonly anonymousId?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly person?: PropertyMap;
  readonly group?: Readonly<Record<string, PropertyMap>>;
}

const flagQuery = (
  distinctId: string,
  { anonymousId, groups = {}, person = {}, group = {} }: QueryOptions,
): FlagQuery => ({
  distinctId,
  anonymousId,
  groups: new Map(Object.entries(groups)),
  personProperties: person,
  groupProperties: new Map(Object.entries(group)),
});

/** Opens a decider on an SQLite store, with a clock that the test controls and a list of the ports called. */
export async function openDecider(context: TestContext) {
  const { store, directory } = await openTestStore(context);
  const { flags, persons, groups } = store;
  const clock = { now: NOON };
  const reads: string[] = [];
  const recording = <A extends unknown[], R>(name: string, call: (...args: A) => R) => {
    return (...args: A): R => {
      reads.push(name);
      return call(...args);
    };
  };
  const decider = new FlagDecider({
    flags: {
      ...flags,
      list: recording("flags", flags.list),
      keepIdentifiers: recording("identifiers", flags.keepIdentifiers),
    },
    records: store.records,
    persons: { find: recording("person", persons.find) },
    groups: { types: recording("types", groups.types), find: recording("groups", groups.find) },
    changes: changesOf({ records: async () => store.records, maxAgeMs: 0, now: () => clock.now }),
    now: () => clock.now,
  });
  const decide = async (distinctId: string, options: QueryOptions = {}) => {
    const { decisions } = await decider.decide("1", flagQuery(distinctId, options));
    const only = (key: string) => decisions.only([key]);
    return { ...byKey(decisions.decided), isIncomplete: decisions.isIncomplete, only };
  };
  return {
    clock,
    reads,
    flags,
    decide,
    /** Returns the flag's value for this distinct id. */
    value: async (key: string, distinctId: string, options: QueryOptions = {}): Promise<FlagValue | undefined> =>
      (await decide(distinctId, options)).flags.get(key),
    /** Stores flags with these filters. */
    put: (filtersByKey: Readonly<Record<string, object>>, more: object = {}) =>
      putFlags(
        flags,
        "1",
        Object.entries(filtersByKey).map(([key, filters]) => {
          const flag = { key, name: "", active: true, ensure_experience_continuity: false, filters, ...more };
          return { key, definition: JSON.stringify(flag), updatedAt: clock.now };
        }),
      ),
    /** Applies events to persons and groups, as the drain does. */
    async applyEvents(...events: PersonEvent[]): Promise<void> {
      await recordEvents("1", events, store);
    },
    execute(statements: string): void {
      const database = new Libsql(join(directory, "sightline.db"), { timeout: 60_000 });
      database.exec(statements);
      database.close();
    },
  };
}
