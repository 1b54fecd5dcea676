import { PROGRAM } from "../../lib/program-name.ts";
import { choose } from "../choose-project.ts";
import { UsageError } from "../cli-context.ts";
import type { CliOperation, Field } from "./cli-operations.ts";
import { idAlternative, lookUpId } from "./lookup-id.ts";
import type { Service } from "./service.ts";

interface OwnerOptions {
  readonly project?: string;
  readonly organization?: string;
}

const OWNERS: readonly string[] = ["project_id", "parent_lookup_organization_id"];

/** Returns whether the field is the project or the organization that the command itself is about. */
export function isOwnOwner({ resource }: CliOperation, { name }: Field): boolean {
  return (resource === "projects" && name === "project_id") || (resource === "organizations" && name === OWNERS[1]);
}

/** Returns the fields of the path that are given in order, without options. */
export function positionalsOf(operation: CliOperation): Field[] {
  const inPath = operation.fields.filter((field) => field.in === "path");
  const owned = inPath.filter((field) => !OWNERS.includes(field.name));
  if (owned.length > 0 || operation.verb === "create") return owned;
  return inPath.filter((field) => isOwnOwner(operation, field));
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
    if (field.in !== "path" || !OWNERS.includes(field.name)) continue;
    const id = given[positionals.indexOf(field)];
    const isProject = field.name === "project_id";
    const all = await (isProject ? service.projects() : service.organizations());
    const wanted = id ?? (isProject ? options.project : options.organization);
    path[field.name] = choose(wanted, all, isProject ? "project" : "organization").id;
  }
  for (const [index, field] of positionals.entries()) {
    if (OWNERS.includes(field.name)) continue;
    path[field.name] = await lookUpId(operation, given[index] ?? "", path, service);
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
