import type { OperationId } from "../../http/contract/operation-types.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { choose } from "../choose-project.ts";
import { CommandFailure, UsageError } from "../cli-context.ts";
import { type CliOperation, cliOperation, type Field } from "./cli-operations.ts";
import { OWNERS } from "./command-names.ts";
import { pagesOf, type Service } from "./service.ts";

type OwnerOptions = { readonly project?: string; readonly organization?: string };

/** Returns whether the field is the project or the organization that the command itself is about. */
export function isOwnOwner({ resource }: CliOperation, { name }: Field): boolean {
  return resource === `${OWNERS[name]}s`;
}

/** Returns the fields of the path that are given in order, without options. */
export function positionalsOf(operation: CliOperation): Field[] {
  const inPath = operation.fields.filter((field) => field.in === "path");
  const ids = inPath.filter(({ name }) => !(name in OWNERS));
  return ids.length > 0 || operation.verb === "create" ? ids : inPath.filter((field) => isOwnOwner(operation, field));
}

/** Returns the values of the path: ids as given, and the only project or organization. Throws `UsageError`. */
export async function readPath(
  operation: CliOperation,
  given: readonly (string | undefined)[],
  options: OwnerOptions,
  service: Service,
): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  const positionals = positionalsOf(operation);
  for (const field of operation.fields) {
    const owner = OWNERS[field.name];
    if (field.in !== "path" || owner === undefined) continue;
    const all = await service[`${owner}s`]();
    path[field.name] = choose(given[positionals.indexOf(field)] ?? options[owner], all, owner).id;
  }
  for (const [index, { name }] of positionals.entries()) {
    if (!(name in OWNERS)) path[name] = await lookUpId(operation, given[index] ?? "", path, service);
  }
  return path;
}

/** Throws `UsageError` unless each id is given that has no default. */
export function requireIds(operation: CliOperation, given: readonly (string | undefined)[]): void {
  const isMissing = (field: Field, index: number) => !given[index] && !isOptional(operation, field);
  if (!positionalsOf(operation).some(isMissing)) return;
  const { resource, verb } = operation;
  const other = idAlternative(operation);
  const what = other === undefined ? "an id" : `an id, or the ${other}`;
  throw new UsageError(`Give ${what} (see \`${PROGRAM} ${resource} list\`): ${PROGRAM} ${resource} ${verb} <id>`);
}

/** Returns whether a positional id may be left out, because there is a default and nothing is lost. */
export function isOptional(operation: CliOperation, field: Field): boolean {
  return isOwnOwner(operation, field) && operation.verb !== "remove";
}

interface Lookup {
  readonly list: OperationId;
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
  members: { list: "members_list", isId: new RegExp(`^\\d+$|${UUID.source}`, "i"), field: "user.email" },
};

/** Returns what the id of a resource may be given as, for help; undefined if it is an id only. */
export function idAlternative({ resource }: CliOperation): string | undefined {
  return LOOKUPS[resource]?.field.split(".").at(-1);
}

/** Returns the id for what was given as one. Throws `CommandFailure` if nothing has that name. */
async function lookUpId(
  { resource }: CliOperation,
  given: string,
  path: Readonly<Record<string, string>>,
  service: Service,
): Promise<string> {
  const lookup = LOOKUPS[resource];
  if (lookup === undefined || lookup.isId.test(given)) return given;
  const { list, field, search } = lookup;
  const operation = cliOperation(list);
  const query = new URLSearchParams(search === undefined ? {} : { [search]: given });
  for await (const { results } of pagesOf({ operation, path, query }, service)) {
    const found = results.find((item) => valueAt(item, field)?.toLowerCase() === given.toLowerCase());
    if (found !== undefined) return valueAt(found, field.includes(".") ? "user.id" : "id") ?? given;
  }
  throw new CommandFailure(`Nothing in \`${resource} list\` has the ${field.split(".").at(-1)} ${given}.`);
}

function valueAt(item: unknown, field: string): string | undefined {
  const found = field.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], item);
  return found === undefined ? undefined : String(found);
}
