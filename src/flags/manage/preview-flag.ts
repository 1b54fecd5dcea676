import { nextTurn, runInTurns } from "../../lib/threads/loop-turns.ts";
import { chooseNamingId, nameOf, type PersonView, viewPersons } from "../../persons/read-persons.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Groups, Persons } from "../../store/ports/persons.ts";
import type { Records } from "../../store/ports/records.ts";
import type { Flags } from "../../store/ports/stores.ts";
import type { StoredFlag } from "../../store/records/flags.ts";
import { readCohorts, requireCohorts } from "../decide/cohort-rules.ts";
import { evaluateFlags } from "../decide/evaluate.ts";
import { Evaluation } from "../decide/evaluation.ts";
import type { FlagContext } from "../decide/flag-context.ts";
import { dependenciesOf, type FlagSet, flagSetSteps } from "../decide/flag-set.ts";
import type { FlagOutcome } from "../decide/outcome.ts";
import { type FlagDefinition, parseStoredFlag } from "../define/flag-definition.ts";
import { parseFlag, rejectCircular } from "./edit-flags.ts";

interface PreviewPorts {
  readonly flags: Pick<Flags, "list" | "identifiersOf">;
  readonly groups: Pick<Groups, "types">;
  readonly records: Records;
  readonly persons: Pick<Persons, "list" | "firstDistinctIds" | "findByUuid">;
  readonly now: () => Millis;
}

/** A person, and what the flag is for this person; undefined if it cannot be decided. */
export interface PreviewedPerson {
  readonly uuid: string;
  readonly name: string;
  readonly distinctId: string;
  readonly outcome: FlagOutcome | undefined;
}

export interface PreviewedValue {
  readonly value: FlagOutcome["value"] | undefined;
  readonly count: number;
  readonly examples: readonly PreviewedPerson[];
}

interface FlagPreview {
  /** How many persons the project has. */
  readonly persons: number;
  readonly evaluated: number;
  /** Whether no wanted person is missing because of the time that it took. */
  readonly isComplete: boolean;
  /** The most frequent first. */
  readonly values: readonly PreviewedValue[];
}

type PreviewOptions = { readonly maxPersons: number; readonly maxMs?: number };

const MAX_MS = 2000;
const PAGE_SIZE = 20;
const MAX_EXAMPLES = 5;

/**
 * Evaluates a flag that is not stored for the newest persons, until they are enough or the time is up. Throws like
 * `createFlag`, but not for a key that is in use.
 */
export async function previewFlag(
  projectId: ProjectId,
  fields: object,
  { maxPersons, maxMs = MAX_MS }: PreviewOptions,
  ports: PreviewPorts,
): Promise<FlagPreview> {
  const end = performance.now() + maxMs;
  const projectFlags = await ports.flags.list(projectId);
  const flag = parseFlag({ ...fields, active: true }, projectFlags);
  rejectCircular(flag, projectFlags);
  const flags = withDependencies(flag, projectFlags);
  await requireCohorts(flag, projectId, ports.records);
  const texts = [...projectFlags, { definition: JSON.stringify(flag) }];
  const cohorts = await readCohorts(projectId, texts, ports.records);
  const set = await runInTurns(flagSetSteps(flags, await ports.groups.types(projectId), cohorts));
  const found = new Map<PreviewedValue["value"], { count: number; examples: PreviewedPerson[] }>();
  let [evaluated, total] = [0, 0];
  for (let isOver = false; !isOver; ) {
    const limit = Math.min(PAGE_SIZE, maxPersons - evaluated);
    const { count, items } = await ports.persons.list(projectId, { limit, offset: evaluated });
    total = count;
    for (const person of await viewPersons(items, ports.persons)) {
      const previewed = await previewPerson(person, flag, set, ports);
      const value = previewed.outcome?.value;
      const persons = found.get(value) ?? { count: 0, examples: [] };
      found.set(value, persons);
      persons.count += 1;
      if (persons.examples.length < MAX_EXAMPLES) persons.examples.push(previewed);
      evaluated += 1;
      if (performance.now() >= end) break;
      await nextTurn();
    }
    isOver = items.length < limit || evaluated >= maxPersons || performance.now() >= end;
  }
  const values = [...found].map(([value, persons]) => ({ value, ...persons }));
  return {
    persons: total,
    evaluated,
    isComplete: evaluated >= Math.min(maxPersons, total),
    values: values.toSorted((one, other) => other.count - one.count),
  };
}

async function previewPerson(
  view: PersonView,
  { key, ensure_experience_continuity }: FlagDefinition,
  set: FlagSet,
  { flags, persons, now }: PreviewPorts,
): Promise<PreviewedPerson> {
  const { uuid, projectId, distinctIds } = view;
  const distinctId = chooseNamingId(distinctIds) ?? uuid;
  const properties = view.properties ?? (await persons.findByUuid(projectId, uuid))?.properties ?? {};
  const context: FlagContext = {
    distinctId,
    person: { fromRequest: {}, stored: properties, uuid },
    groups: new Map(),
    groupProperties: new Map(),
    identifiers: ensure_experience_continuity ? await flags.identifiersOf(projectId, uuid) : new Map(),
    now: now(),
  };
  const { decided } = evaluateFlags(new Evaluation(set, context));
  const outcome = decided.find((one) => one.key === key);
  return { uuid, name: nameOf(view) ?? distinctId, distinctId, outcome };
}

function withDependencies(flag: FlagDefinition, projectFlags: readonly StoredFlag[]): FlagDefinition[] {
  const byKey = new Map(projectFlags.map(({ key, definition }) => [key, definition]));
  const found = new Map([[flag.key, flag]]);
  for (const { filters } of found.values()) {
    for (const key of dependenciesOf({ filters })) {
      const text = byKey.get(key);
      if (text !== undefined && !found.has(key)) found.set(key, parseStoredFlag(text));
    }
  }
  return [...found.values()];
}
