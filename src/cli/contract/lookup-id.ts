import type { OperationId } from "../../http/contract/operation-types.ts";
import { CommandFailure } from "../cli-context.ts";
import { type CliOperation, cliOperation } from "./cli-operations.ts";
import type { Service } from "./service.ts";

interface Lookup {
  /** The operation that lists those with ids. */
  readonly list: OperationId;
  /** Matches what is an id already. */
  readonly isId: RegExp;
  /** The field of an item that may be given instead of its id. */
  readonly field: string;
  /** The query that finds it among many. */
  readonly search?: string;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What may be given instead of an id: the key of a flag, the event of a schema, the address of a member. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  flags: { list: "feature_flags_list", isId: /^\d{1,10}$/, field: "key", search: "search" },
  schemas: { list: "event_schemas_list", isId: UUID, field: "event" },
  members: { list: "members_list", isId: /^\d+$/, field: "user.email" },
};

/** Returns what the id of a resource may be given as, for help; undefined if it is an id only. */
export function idAlternative({ resource }: CliOperation): string | undefined {
  return LOOKUPS[resource]?.field.split(".").at(-1);
}

/** Returns the id for what was given as one. Throws `CommandFailure` if nothing has that name. */
export async function lookUpId(
  { resource }: CliOperation,
  given: string,
  path: Readonly<Record<string, string>>,
  service: Service,
): Promise<string> {
  const lookup = LOOKUPS[resource];
  if (lookup === undefined || lookup.isId.test(given)) return given;
  const { list, field, search } = lookup;
  const operation = cliOperation(list);
  for (let offset = 0; ; ) {
    const query = new URLSearchParams(search === undefined ? {} : { [search]: given });
    if (operation.fields.some(({ name }) => name === "offset")) query.set("offset", String(offset));
    const body: unknown = JSON.parse(String((await service.call({ operation, path, query })).body));
    const { results, next } = Array.isArray(body) ? { results: body, next: null } : (body as Page);
    const found = results.find((item) => valueAt(item, field)?.toLowerCase() === given.toLowerCase());
    if (found !== undefined) return valueAt(found, field.includes(".") ? "user.id" : "id") ?? given;
    if (next === null || results.length === 0) break;
    offset += results.length;
  }
  throw new CommandFailure(`Nothing in \`${resource} list\` has the ${field.split(".").at(-1)} ${given}.`);
}

interface Page {
  readonly results: readonly unknown[];
  readonly next: string | null;
}

function valueAt(item: unknown, field: string): string | undefined {
  const found = field.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], item);
  return found === undefined ? undefined : String(found);
}
