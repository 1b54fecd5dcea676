import { createHash } from "node:crypto";
import type { ProjectId } from "../store/ports/common.ts";
import type { Events, EventToken } from "../store/ports/events.ts";
import type { DatabaseOptions, RowValue } from "./engine/engine-methods.ts";
import type { RunningEngine } from "./engine/question-engine.ts";
import type { History, LiveFiles } from "./history/history.ts";
import { loadTable } from "./load-table.ts";
import { type PeoplePorts, PeopleRows } from "./people-rows.ts";

export interface RowPorts extends PeoplePorts {
  readonly events: Pick<Events, "settled" | "stored">;
  readonly history: () => Promise<Pick<History, "folder" | "liveFiles">>;
}

export type ProjectCalendar = Pick<DatabaseOptions, "timeZone" | "weekStart">;

interface Loaded {
  readonly engine: RunningEngine;
  readonly calendar: ProjectCalendar;
  readonly people: PeopleRows;
  readonly files: LiveFiles;
  /** The version of the events that are in no file. */
  readonly eventsVersion: string;
  /** Events after this token may be new. */
  readonly settledUpTo: EventToken | null;
  readonly readAt: number;
  readonly freshUntil: number;
}

export interface ProjectState {
  readonly version: string;
  readonly groupTypes: readonly string[];
  /** Nothing stored before this time is missing. */
  readonly readAt: number;
}

/** Events read less than this ago are not read again. */
export const FRESH_MS = 2000;
/** Releases files of a project that was not asked about for this long. */
const UNUSED_MS = 60_000;
const MAX_SETTLED_EVENTS = 1_000_000;

/** Loads projects' rows into the engine, again when they may have changed. */
export class ProjectRows {
  readonly #ports: RowPorts;
  readonly #now: () => number;
  readonly #loaded = new Map<ProjectId, Loaded>();

  constructor(ports: RowPorts, now: () => number) {
    this.#ports = ports;
    this.#now = now;
  }

  /** `isForced` reads rows again even if that was done just now. */
  async refresh(
    project: ProjectId,
    { timeZone: named, weekStart }: ProjectCalendar,
    engine: RunningEngine,
    isForced = false,
  ): Promise<ProjectState> {
    // The engine may not know all names of a zone.
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: named }).resolvedOptions();
    const calendar = { timeZone, weekStart };
    const before = this.#loaded.get(project)?.calendar;
    const isOther = before && (before.timeZone !== timeZone || before.weekStart !== weekStart);
    if (isOther) await engine.remote.close(project);
    const history = await this.#ports.history();
    const wasOpen = await engine.remote.open(project, { folder: history.folder(project), ...calendar });
    const loaded = this.#loaded.get(project);
    const known = wasOpen && loaded?.engine === engine ? loaded : undefined;
    const people = known?.people ?? new PeopleRows(project, engine, this.#ports, this.#now);
    // Events first: a person who is merged meanwhile counts once.
    const stale = known && isForced ? { ...known, freshUntil: 0 } : known;
    const { eventsVersion, files, readAt } = await this.#refreshEvents(project, { engine, calendar, people }, stale);
    const { versions, groupTypes, readAt: peopleReadAt } = await people.refresh(isForced);
    const state = JSON.stringify([eventsVersion, versions, groupTypes, files.version]);
    return {
      version: createHash("sha256").update(state).digest("base64url"),
      groupTypes,
      readAt: Math.min(readAt, peopleReadAt),
    };
  }

  /** Makes the next call read all rows of the project again, and list its files. */
  forget(project: ProjectId): void {
    this.#release((other) => other === project);
  }

  /** Called when the engine has ended: this machine may remove the files that it read. */
  releaseAll(): void {
    this.#release(() => true);
  }

  #release(isDone: (project: ProjectId, loaded: Loaded) => boolean): void {
    for (const [project, loaded] of this.#loaded) {
      if (!isDone(project, loaded)) continue;
      this.#loaded.delete(project);
      loaded.files.release();
    }
  }

  async #refreshEvents(
    project: ProjectId,
    target: Pick<Loaded, "engine" | "calendar" | "people">,
    known: Loaded | undefined,
  ): Promise<Loaded> {
    const start = this.#now();
    if (known && start < known.freshUntil) return known;
    this.#release((other, { freshUntil }) => other === project || freshUntil + UNUSED_MS <= start);
    // Files first: an event filed meanwhile is then read from the store.
    const files = await (await this.#ports.history()).liveFiles(project);
    try {
      // The version changes if events are filed or erased.
      const isSame = known?.files.version === files.version;
      const after = isSame ? known.settledUpTo : files.filedUpTo;
      const settledUpTo = await this.#settledAfter(after, project);
      const { remote } = target.engine;
      if (!isSame) {
        target.people.expire();
        await remote.useFiles(
          project,
          files.events.map(({ path }) => path),
        );
      }
      const rows = this.#storedAfter(after, project);
      const eventsVersion = await loadTable(target.engine, project, "stored_events", rows, isSame ? "add" : "replace");
      const loaded = {
        ...target,
        files,
        eventsVersion,
        settledUpTo,
        readAt: start,
        freshUntil: this.#now() + FRESH_MS,
      };
      this.#loaded.set(project, loaded);
      return loaded;
    } catch (error) {
      files.release();
      throw error;
    }
  }

  async #settledAfter(after: EventToken | null, project: ProjectId): Promise<EventToken | null> {
    for (let token = after; ; ) {
      const next = await this.#ports.events.settled(token, MAX_SETTLED_EVENTS, project);
      if (!next) return token;
      token = next.until;
    }
  }

  async *#storedAfter(after: EventToken | null, project: ProjectId): AsyncGenerator<RowValue[]> {
    for await (const event of this.#ports.events.stored({ projectId: project, after })) {
      const { uuid, event: name, distinctId, timestamp, receivedAt, properties, sequence } = event;
      yield [uuid, name, distinctId, timestamp, receivedAt, properties, sequence];
    }
  }
}
