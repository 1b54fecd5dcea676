import type { ProjectId } from "../store/ports/common.ts";
import type { StorePorts } from "../store/ports/stores.ts";
import type { RowValue, TableName } from "./engine/engine-methods.ts";
import type { RunningEngine } from "./engine/question-engine.ts";
import { loadTable } from "./load-table.ts";

export type PeoplePorts = Pick<StorePorts, "groups" | "people">;

/** Reading people takes at most this part of the time. */
const READING_SHARE = 0.1;
const MIN_FRESH_MS = 2000;
const MAX_FRESH_MS = 60_000;
/** A question waits no longer than this for reading; after that it uses what is loaded. */
const MAX_WAIT_MS = 500;

interface LoadedPeople {
  readonly versions: readonly string[];
  readonly groupTypes: readonly string[];
  /** When reading began. */
  readonly readAt: number;
  readonly freshUntil: number;
  readonly durationMs: number;
}

/** Persons and groups have no order of changes, so all are read again: at once if quick, else in the background. */
export class PeopleRows {
  readonly #project: ProjectId;
  readonly #engine: RunningEngine;
  readonly #ports: PeoplePorts;
  readonly #now: () => number;
  #loaded: LoadedPeople | undefined;
  #loading: Promise<LoadedPeople> | undefined;

  constructor(project: ProjectId, engine: RunningEngine, ports: PeoplePorts, now: () => number) {
    this.#project = project;
    this.#engine = engine;
    this.#ports = ports;
    this.#now = now;
  }

  /** Throws what reading throws if nothing is loaded, or it is too old. `isForced` waits for a reading of its own. */
  async refresh(isForced: boolean): Promise<Pick<LoadedPeople, "versions" | "groupTypes" | "readAt">> {
    if (isForced) await this.#loading?.catch(() => undefined); // it may have begun long ago
    const known = isForced ? undefined : this.#loaded;
    const now = this.#now();
    if (known && now < known.freshUntil) return known;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    const mayBeLate = known && known.durationMs > MAX_WAIT_MS && now < known.freshUntil + MAX_FRESH_MS;
    if (!mayBeLate) return this.#loading;
    this.#loading.catch(() => undefined); // the next question tries again
    return known;
  }

  /** Makes the next call read people again: some may be erased. */
  expire(): void {
    if (this.#loaded) this.#loaded = { ...this.#loaded, freshUntil: Math.min(this.#loaded.freshUntil, this.#now()) };
  }

  async #load(): Promise<LoadedPeople> {
    const start = this.#now();
    const groupTypes = await this.#ports.groups.types(this.#project);
    const versions: string[] = [];
    for (const [table, rows] of this.#tables(groupTypes)) {
      versions.push(await loadTable(this.#engine, this.#project, table, rows, "replace"));
    }
    const end = this.#now();
    const freshMs = Math.min(Math.max(MIN_FRESH_MS, (end - start) / READING_SHARE), MAX_FRESH_MS);
    this.#loaded = { versions, groupTypes, readAt: start, freshUntil: end + freshMs, durationMs: end - start };
    return this.#loaded;
  }

  #tables(groupTypes: readonly string[]): [TableName, AsyncIterable<readonly RowValue[]>][] {
    const { people } = this.#ports;
    const project = this.#project;
    return [
      // Read first: a person created meanwhile then has no distinct id, instead of an id without a person.
      ["person_distinct_ids", rowsOf(people.distinctIds(project), (row) => [row.distinctId, row.person])],
      [
        "persons",
        rowsOf(people.persons(project), (person) => [
          person.uuid,
          person.createdAt,
          person.isIdentified,
          person.properties,
        ]),
      ],
      [
        "groups",
        rowsOf(people.groups(project), (group) => [
          groupTypes.indexOf(group.type),
          group.type,
          group.key,
          group.createdAt,
          group.properties,
        ]),
      ],
    ];
  }
}

async function* rowsOf<T>(
  parts: AsyncIterable<readonly T[]>,
  rowOf: (item: T) => RowValue[],
): AsyncGenerator<RowValue[]> {
  for await (const items of parts) yield* items.map(rowOf);
}
