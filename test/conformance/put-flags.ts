import type { Flags } from "../../src/store/ports/stores.ts";
import type { FlagRecord } from "../../src/store/records/flags.ts";

interface NewFlag {
  readonly key: string;
  readonly definition: string;
  readonly updatedAt: number;
}

/** Creates flags, or changes their definitions, for tests of what reads them. */
export async function putFlags(flags: Pick<Flags, "change">, project: string, list: readonly NewFlag[]): Promise<void> {
  for (const { key, definition, updatedAt } of list) {
    await flags.change(project, key, (flag) => ({ ...contentAfter(flag), definition, updatedAt }));
  }
}

/** Returns what remains of a flag when its definition changes. */
export function contentAfter(flag: FlagRecord | null) {
  if (flag === null || flag.deleted) {
    return { version: 1, deleted: false, createdAt: 1, createdBy: null, activity: "[]" };
  }
  return { ...flag, version: flag.version + 1 };
}
