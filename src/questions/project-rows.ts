import { createHash } from "node:crypto";
import type { ProjectId } from "../store/ports/common.ts";
import type { Events, EventToken } from "../store/ports/events.ts";
import type { DatabaseOptions, RowValue } from "./engine/engine-methods.ts";
import type { RunningEngine } from "./engine/question-engine.ts";
import type { History, LiveFiles } from "./history/history.ts";
import { loadTable, type PeoplePorts, type PeopleRows, peopleRows } from "./people-rows.ts";

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

export type ProjectRows = ReturnType<typeof projectRows>;

/** Loads projects' rows into the engine, again when they may have changed. */
export function projectRows(ports: RowPorts, now: () => number) {
  const known = new Map<ProjectId, Loaded>();

  function release(isDone: (project: ProjectId, loaded: Loaded) => boolean): void {
    for (const [project, loaded] of known) {
      if (!isDone(project, loaded)) continue;
      known.delete(project);
      loaded.files.release();
    }
  }

  async function refreshEvents(
    project: ProjectId,
    target: Pick<Loaded, "engine" | "calendar" | "people">,
    before: Loaded | undefined,
  ): Promise<Loaded> {
    const start = now();
    if (before && start < before.freshUntil) return before;
    release((other, { freshUntil }) => other === project || freshUntil + UNUSED_MS <= start);
    // Files first: an event filed meanwhile is then read from the store.
    const files = await (await ports.history()).liveFiles(project);
    try {
      // The version changes if events are filed or erased.
      const isSame = before?.files.version === files.version;
      const after = isSame ? before.settledUpTo : files.filedUpTo;
      const settledUpTo = await settledAfter(after, project);
      const { engine, people } = target;
      if (!isSame) {
        people.expire();
        const used = files.events.map(({ path, columns }) => ({ path, columns }));
        await engine.remote.useFiles(project, used, files.columns);
      }
      const rows = storedAfter(after, project);
      const eventsVersion = await loadTable(engine, project, "stored_events", rows, isSame ? "add" : "replace");
      const loaded = { ...target, files, eventsVersion, settledUpTo, readAt: start, freshUntil: now() + FRESH_MS };
      known.set(project, loaded);
      return loaded;
    } catch (error) {
      files.release();
      throw error;
    }
  }

  async function settledAfter(after: EventToken | null, project: ProjectId): Promise<EventToken | null> {
    for (let token = after; ; ) {
      const next = await ports.events.settled(token, MAX_SETTLED_EVENTS, project);
      if (!next) return token;
      token = next.until;
    }
  }

  async function* storedAfter(after: EventToken | null, project: ProjectId): AsyncGenerator<RowValue[]> {
    for await (const event of ports.events.stored({ projectId: project, after })) {
      const { uuid, event: name, distinctId, timestamp, receivedAt, properties, sequence } = event;
      yield [uuid, name, distinctId, timestamp, receivedAt, properties, sequence];
    }
  }

  return {
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
      const before = known.get(project)?.calendar;
      const isOther = before && (before.timeZone !== timeZone || before.weekStart !== weekStart);
      if (isOther) await engine.remote.close(project);
      const history = await ports.history();
      const wasOpen = await engine.remote.open(project, { folder: history.folder(project), ...calendar });
      const found = known.get(project);
      const loaded = wasOpen && found?.engine === engine ? found : undefined;
      const people = loaded?.people ?? peopleRows(project, engine, ports, now);
      // Events first: a person who is merged meanwhile counts once.
      const stale = loaded && isForced ? { ...loaded, freshUntil: 0 } : loaded;
      const { eventsVersion, files, readAt } = await refreshEvents(project, { engine, calendar, people }, stale);
      const { versions, groupTypes, readAt: peopleReadAt } = await people.refresh(isForced);
      const state = JSON.stringify([eventsVersion, versions, groupTypes, files.version]);
      return {
        version: createHash("sha256").update(state).digest("base64url"),
        groupTypes,
        readAt: Math.min(readAt, peopleReadAt),
      };
    },

    /** Makes the next call read all rows of the project again, and list its files. */
    forget: (project: ProjectId) => release((other) => other === project),

    /** Called when the engine has ended: this machine may remove the files that it read. */
    releaseAll: () => release(() => true),
  };
}
