import type { JsonText, Millis, ProjectId, UserId } from "../ports/common.ts";
import type { RecordKind, Records, Stored } from "../ports/records.ts";
import { nextNumber } from "./counters.ts";
import { scanAll } from "./scan-all.ts";

interface FlagContent {
  /** The validated flag as the operator wrote it; `src/flags/` reads it. */
  readonly definition: JsonText;
  /** 1 makes it a new flag with the next number; otherwise the version is one above that of the flag changed. */
  readonly version: number;
  readonly deleted: boolean;
  readonly createdAt: Millis;
  /** Null for the command line, and for flags of programs that did not record it. */
  readonly createdBy: UserId | null;
  readonly updatedAt: Millis;
}

export interface StoredFlag extends FlagContent {
  /** Unique in its project. Never changes. */
  readonly key: string;
  /** Counted from 1 in the project. Never changes, and is not used again after the flag is gone. */
  readonly number: number;
}

/** A flag with what earlier versions kept of its latest changes. */
export interface FlagRecord extends StoredFlag {
  readonly activity: JsonText;
  /** The latest scheduled changes that were made. */
  readonly scheduled?: readonly string[];
}

/** Returns what the flag becomes; null leaves it as it is. The flag is null if the project has none with the key. */
type ChangeFlag = (flag: FlagRecord | null) => (FlagContent & Pick<FlagRecord, "activity" | "scheduled">) | null;

/** A version is called `revision`, as records have their own. */
interface FlagFields extends Omit<FlagRecord, "version"> {
  readonly projectId: ProjectId;
  readonly id: string;
  readonly revision: number;
  readonly bytes: number;
}

const VERSION_FIELDS = ["key", "number", "revision", "updatedAt", "bytes"] as const;

export const FLAGS: RecordKind<FlagFields, "projectId" | "key"> = {
  name: "feature_flags",
  key: ["projectId", "key"],
  indexes: [["id"], ["projectId", "deleted", ...VERSION_FIELDS], ["projectId", "deleted", "updatedAt"]],
};

const PAGE_SIZE = 1000;

export type FlagRecords = ReturnType<typeof recordFlags>;
export type FlagVersion = Awaited<ReturnType<FlagRecords["versions"]>>[number];

export function recordFlags(records: Records) {
  return {
    /** Returns the flags ordered by key (as UTF-8 bytes), without deleted ones. */
    list: async (projectId: ProjectId): Promise<StoredFlag[]> =>
      (await scanAll(records, FLAGS, presentOf(projectId))).map(toFlag),

    /** Returns what tells whether flags have changed, in the order of `list`, without reading definitions. */
    versions: async (projectId: ProjectId) =>
      (await records.scanFields(FLAGS, presentOf(projectId), VERSION_FIELDS)).map(({ revision, ...rest }) => {
        return { ...rest, version: revision };
      }),

    /** Returns flags in any order, without deleted ones. */
    async read(projectId: ProjectId, numbers: readonly number[]): Promise<StoredFlag[]> {
      const ids = numbers.map((number) => idOf(projectId, number));
      return (await records.findMany(FLAGS, "id", ids)).filter(({ deleted }) => !deleted).map(toFlag);
    },

    /** Returns the flag even if it is deleted; null if absent. */
    async find(projectId: ProjectId, number: number): Promise<FlagRecord | null> {
      const [found] = await records.findMany(FLAGS, "id", [idOf(projectId, number)]);
      return found ? toRecord(found) : null;
    },

    /** Replaces the flag by what `change` makes of it, with the guarantees of `Records.change`. */
    async change(projectId: ProjectId, key: string, change: ChangeFlag): Promise<FlagRecord | null> {
      let counted = 0;
      for (;;) {
        const found = await records.find(FLAGS, { projectId, key });
        const flag = found && toRecord(found);
        const content = change(flag);
        if (content === null) return flag;
        const isNew = flag === null || content.version === 1;
        if (isNew && counted === 0) counted = await nextNumber(records, `flags ${projectId}`);
        const number = isNew ? counted : flag.number;
        const record = toFields(projectId, { ...content, key, number });
        const stored = found
          ? await records.replace(FLAGS, { ...record, version: found.version })
          : await records.insert(FLAGS, record);
        if (stored) return toRecord(stored);
      }
    },

    remove: (projectId: ProjectId, key: string): Promise<boolean> => records.delete(FLAGS, { projectId, key }),

    async removeDeleted(projectId: ProjectId, keep: number): Promise<void> {
      const latest = { where: { projectId, deleted: true }, orderBy: "updatedAt", descending: true } as const;
      const { items } = await records.list(FLAGS, latest, { limit: PAGE_SIZE, offset: keep });
      for (const { key, version } of items) await records.delete(FLAGS, { projectId, key }, version);
    },
  };
}

const presentOf = (projectId: ProjectId) => ({ where: { projectId, deleted: false }, orderBy: "key" }) as const;

const idOf = (projectId: ProjectId, number: number) => `${projectId}/${number}`;

function toFlag(fields: Stored<FlagFields>): StoredFlag {
  const { activity, scheduled, ...flag } = toRecord(fields);
  return flag;
}

function toRecord({ projectId, id, bytes, version, revision, ...flag }: Stored<FlagFields>): FlagRecord {
  return { ...flag, version: revision };
}

export function toFields(projectId: ProjectId, { version, ...flag }: FlagRecord): FlagFields {
  const bytes = Buffer.byteLength(flag.definition);
  return { ...flag, projectId, id: idOf(projectId, flag.number), revision: version, bytes };
}
