import type { components } from "../../../../generated/sandbox.ts";
import type { FlagDefinition } from "../../../flags/define/flag-definition.ts";
import { parseFlags } from "../../../flags/define/parse-flags.ts";
import { InvalidFlags } from "../../../flags/define/validation.ts";
import { applyFlags } from "../../../flags/manage/apply-flags.ts";
import { problem } from "../../../lib/problem.ts";
import type { Millis, ProjectId } from "../../../store/ports/common.ts";
import type { FileStore, Store } from "../../../store/ports/stores.ts";
import { shopHistory } from "./shop-history.ts";
import { storeBodies } from "./store-bodies.ts";
import { type RecordedSession, storeRecording } from "./store-recording.ts";

type Schemas = components["schemas"];

const EVENTS_AT_ONCE = 2000;

/** Adds the data to a project. Resolves when everything is stored. Throws `invalid_input` for an invalid flag. */
export async function seed(
  { flags = [], persons = [], events = [], recordings = [], history }: Schemas["Seed"],
  to: { readonly projectId: ProjectId; readonly receivedAt: Millis },
  ports: { readonly store: Store; readonly files: FileStore["files"] },
): Promise<Schemas["Seeded"]> {
  const { store } = ports;
  if (flags.length > 0) await storeFlags(readFlags(flags), to.projectId, store);
  await storeBodies(persons.flatMap(personBodies), { ...to, onlyPersons: true }, store);
  const past = history ? shopHistory(history.days, history.persons, to.receivedAt) : [];
  const all = [...events, ...past];
  let stored = 0;
  for (let start = 0; start < all.length; start += EVENTS_AT_ONCE) {
    stored += await storeBodies([{ batch: all.slice(start, start + EVENTS_AT_ONCE) }], to, store);
  }
  for (const recording of recordings as readonly RecordedSession[]) await storeRecording(recording, to, ports);
  return { flags: flags.length, persons: persons.length, events: stored, recordings: recordings.length };
}

function readFlags(flags: readonly object[]): FlagDefinition[] {
  try {
    return parseFlags({ flags }).flags;
  } catch (error) {
    if (!(error instanceof InvalidFlags)) throw error;
    throw problem("invalid_input", { attr: "flags", detail: `${error.problems[0]}.` });
  }
}

async function storeFlags(put: readonly FlagDefinition[], projectId: ProjectId, store: Store): Promise<void> {
  await store.transaction(async ({ flags, records }) => {
    const present = await flags.list(projectId);
    const ports = { flags, records, now: Date.now, announce: () => undefined };
    await applyFlags({ projectId, by: null }, { put, remove: [] }, present, ports);
  });
}

function personBodies({ distinct_ids: [first = "", ...others], properties = {} }: PersonSeed): object[] {
  const aliases = others.map((alias) => {
    return { event: "$create_alias", distinct_id: first, properties: { distinct_id: first, alias } };
  });
  return [{ event: "$set", distinct_id: first, properties: {}, $set: properties }, ...aliases];
}

type PersonSeed = NonNullable<Schemas["Seed"]["persons"]>[number];
