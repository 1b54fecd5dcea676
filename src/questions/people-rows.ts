import type { ProjectId } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { Columns, LoadMode, RowValue, TableName } from "./engine/engine-methods.ts";
import type { RunningEngine } from "./engine/question-engine.ts";

export type PeoplePorts = Pick<StorePorts, "groups" | "people">;

/** Reading people takes at most this part of the time. */
const READING_SHARE = 0.1;
const MIN_FRESH_MS = 2000;
const MAX_FRESH_MS = 60_000;
/** A question waits no longer than this for reading; after that it uses what is loaded. */
const MAX_WAIT_MS = 500;

const MAX_BATCH_ROWS = 500;
const MAX_BATCH_CHARACTERS = 500_000;

interface LoadedPeople {
  readonly versions: readonly string[];
  readonly groupTypes: readonly string[];
  /** When reading began. */
  readonly readAt: number;
  readonly freshUntil: number;
  readonly durationMs: number;
}

export type PeopleRows = ReturnType<typeof peopleRows>;

/** Persons and groups have no order of changes, so all are read again: at once if quick, else in the background. */
export function peopleRows(
  project: ProjectId,
  engine: RunningEngine,
  { groups, people }: PeoplePorts,
  now: () => number,
) {
  let loaded: LoadedPeople | undefined;
  let loading: Promise<LoadedPeople> | undefined;

  async function load(): Promise<LoadedPeople> {
    const start = now();
    const groupTypes = await groups.types(project);
    const tables: [TableName, AsyncIterable<readonly RowValue[]>][] = [
      // Read first: a person created meanwhile then has no distinct id, instead of an id without a person.
      ["person_distinct_ids", rowsOf(people.distinctIds(project), ({ distinctId, person }) => [distinctId, person])],
      [
        "persons",
        rowsOf(people.persons(project), ({ uuid, createdAt, isIdentified, properties }) => {
          return [uuid, createdAt, isIdentified, properties];
        }),
      ],
      [
        "groups",
        rowsOf(people.groups(project), ({ type, key, createdAt, properties }) => {
          return [groupTypes.indexOf(type), type, key, createdAt, properties];
        }),
      ],
    ];
    const versions: string[] = [];
    for (const [table, rows] of tables) versions.push(await loadTable(engine, project, table, rows, "replace"));
    const end = now();
    const freshMs = Math.min(Math.max(MIN_FRESH_MS, (end - start) / READING_SHARE), MAX_FRESH_MS);
    loaded = { versions, groupTypes, readAt: start, freshUntil: end + freshMs, durationMs: end - start };
    return loaded;
  }

  return {
    /** Throws what reading throws if nothing is loaded, or it is too old. `isForced` waits for a reading of its own. */
    async refresh(isForced: boolean): Promise<Pick<LoadedPeople, "versions" | "groupTypes" | "readAt">> {
      if (isForced) await loading?.catch(() => undefined); // it may have begun long ago
      const known = isForced ? undefined : loaded;
      const at = now();
      if (known && at < known.freshUntil) return known;
      const mayBeLate = known && known.durationMs > MAX_WAIT_MS && at < known.freshUntil + MAX_FRESH_MS;
      loading ??= load().finally(() => {
        loading = undefined;
      });
      if (!mayBeLate) return loading;
      loading.catch(() => undefined); // the next question tries again
      return known;
    },

    /** Makes the next call read people again: some may be erased. */
    expire(): void {
      if (loaded) loaded = { ...loaded, freshUntil: Math.min(loaded.freshUntil, now()) };
    },
  };
}

async function* rowsOf<T>(parts: AsyncIterable<readonly T[]>, rowOf: (item: T) => RowValue[]) {
  for await (const items of parts) yield* items.map(rowOf);
}

/** Returns the table's version, which changes if its rows do. */
export async function loadTable(
  { remote }: RunningEngine,
  project: ProjectId,
  table: TableName,
  rows: AsyncIterable<readonly RowValue[]>,
  mode: LoadMode,
): Promise<string> {
  const load = await remote.startTable(project, table);
  try {
    for await (const columns of inBatches(rows)) await remote.addRows(project, load, columns);
  } catch (error) {
    await remote.cancelTable(project, load).catch(() => undefined); // then the engine has ended, or has none of it
    throw error;
  }
  return remote.finishTable(project, load, mode);
}

async function* inBatches(rows: AsyncIterable<readonly RowValue[]>): AsyncGenerator<Columns> {
  let columns: RowValue[][] = [];
  let characters = 0;
  for await (const row of rows) {
    if (columns.length === 0) columns = row.map(() => []);
    for (const [index, value] of row.entries()) {
      columns[index]?.push(value);
      if (typeof value === "string") characters += value.length;
    }
    if ((columns[0]?.length ?? 0) < MAX_BATCH_ROWS && characters < MAX_BATCH_CHARACTERS) continue;
    yield columns;
    columns = [];
    characters = 0;
  }
  if (columns.length > 0) yield columns;
}
