import { requireFound } from "../../lib/problem.ts";
import type { Listed, Page, ProjectId } from "../../store/ports/common.ts";
import type { FlagRecords, StoredFlag } from "../../store/records/flags.ts";
import type { User } from "../../store/records/tenant-kinds.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { type UsersById, usersById } from "../../tenants/users-by-id.ts";
import { readStoredFlag, type UnparsedFlag } from "../define/flag-definition.ts";

interface ReadPorts {
  readonly flags: Pick<FlagRecords, "list" | "find">;
  readonly tenants: Pick<Tenants, "findUsers">;
}

export interface FlagView extends Omit<StoredFlag, "definition" | "createdBy"> {
  readonly definition: UnparsedFlag;
  /** Null if created on the command line, or by a user who no longer exists. */
  readonly createdBy: User | null;
}

/** Characters of definitions after which a page ends: they are read and written while all other requests wait. */
export const MAX_PAGE_CHARACTERS = 2 * 1024 * 1024;

interface ListQuery extends Page {
  readonly search?: string | undefined;
  readonly isWanted?: (flag: StoredFlag) => boolean;
}

/** Returns flags that are not deleted, newest first, with `search` in key or name; fewer per page if they are large. */
export async function listFlags(
  projectId: ProjectId,
  { search = "", isWanted = () => true, limit, offset }: ListQuery,
  { flags, tenants }: ReadPorts,
): Promise<Listed<FlagView>> {
  const text = search.toLowerCase();
  const found = (await flags.list(projectId)).filter((flag) => {
    return (text === "" || matches(flag, text)) && isWanted(flag);
  });
  const page = found.toSorted((a, b) => b.number - a.number).slice(offset, offset + limit);
  let characters = 0;
  const fitting = page.filter(({ definition }, index) => {
    characters += definition.length;
    return index === 0 || characters <= MAX_PAGE_CHARACTERS;
  });
  const users = await usersById(
    fitting.map(({ createdBy }) => createdBy),
    tenants,
  );
  return { count: found.length, items: fitting.map((flag) => toView(flag, users)) };
}

/** Searched texts of unchanged flags. */
const searchedTexts = new WeakMap<StoredFlag, readonly string[]>();

function matches(flag: StoredFlag, text: string): boolean {
  const { key, definition } = flag;
  const texts = searchedTexts.get(flag) ?? [key, readStoredFlag(definition).name].map((value) => value.toLowerCase());
  searchedTexts.set(flag, texts);
  return texts.some((value) => value.includes(text));
}

/** Returns the flag with this number, even if it is deleted. Throws `not_found`. */
export async function retrieveFlag(
  projectId: ProjectId,
  number: number,
  { flags, tenants }: ReadPorts,
): Promise<FlagView> {
  return viewFlag(requireFound(await flags.find(projectId, number)), tenants);
}

export async function viewFlag(flag: StoredFlag, tenants: ReadPorts["tenants"]): Promise<FlagView> {
  return toView(flag, await usersById([flag.createdBy], tenants));
}

function toView(flag: StoredFlag, users: UsersById): FlagView {
  return { ...flag, definition: readStoredFlag(flag.definition), createdBy: users(flag.createdBy) };
}
