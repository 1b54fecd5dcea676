import type { ContractOperation } from "../../http/contract/routes.ts";

/** Names that the path does not give, or that would be longer than needed. */
const NAMES: Readonly<Record<string, string>> = {
  projects_retrieve: "projects show",
  projects_partial_update: "projects update",
  projects_destroy: "projects remove",
  project_health_retrieve: "projects health",
  project_document_retrieve: "projects document",
  project_keys_list: "project-keys list",
  project_keys_create: "project-keys create",
  project_keys_destroy: "project-keys revoke",
  personal_keys_list: "personal-keys list",
  personal_keys_create: "personal-keys create",
  personal_keys_destroy: "personal-keys revoke",
  organizations_partial_update: "organizations update",
  organization_projects_list: "organizations projects",
  groups_types_list: "groups types",
  groups_find_retrieve: "groups show",
  persons_destroy: "persons erase",
  query_create: "questions ask",
  session_recordings_unpin: "recordings unpin",
  users_me_retrieve: "me show",
  users_me_partial_update: "me update",
  sessions_current_destroy: "sessions end",
  flag_definitions: "flags definitions",
  mcp_call: "mcp call",
  feature_flags_remote_config: "flags remote-config",
};

const RESOURCES: Readonly<Record<string, string>> = {
  feature_flags: "flags",
  event_schemas: "schemas",
  session_recordings: "recordings",
  issues: "errors",
};
const VERBS: Readonly<Record<string, readonly [one: string, all: string]>> = {
  GET: ["show", "list"],
  POST: ["create", "create"],
  PATCH: ["update", "update"],
  PUT: ["set", "set"],
  DELETE: ["remove", "remove"],
};

/** Matches what precedes the resource: a project, an organization or the user. */
const OWNER = /^\/api\/(?:(?:projects|organizations)\/\{[^}]+\}|users\/@me)\/(?:error_tracking\/)?/;

/** Names a command after its path: `…/feature_flags/{id}` is `flags show`, `…/{id}/activity` is `flags activity`. */
export function nameCommand({ handlerId, method, path }: ContractOperation): { resource: string; verb: string } {
  const [known, knownVerb] = NAMES[handlerId]?.split(" ") ?? [];
  if (known !== undefined && knownVerb !== undefined) return { resource: known, verb: knownVerb };
  const segments = path
    .replace(OWNER, "")
    .replace(/^\/api\//, "")
    .split("/");
  const [collection = "", ...rest] = segments;
  const action = rest.filter((segment) => !segment.startsWith("{")).join("-");
  const [one, all] = VERBS[method] ?? ["call", "call"];
  const verb = action || (rest.length > 0 ? one : all);
  return { resource: kebab(RESOURCES[collection] ?? collection), verb: kebab(verb) };
}

function kebab(name: string): string {
  return name.replaceAll("_", "-");
}

export const VERB_ALIASES: Readonly<Record<string, string>> = { remove: "delete", create: "add" };

type FieldName = { readonly name: string; readonly in: "path" | "query" | "body" };

/** Names of members that mean something else on a command line. */
const OTHER_NAMES: Readonly<Record<string, string>> = { user: "by-user", version: "if-version" };

/** What a command is about beside its ids, which is chosen by itself if there is only one. */
export const OWNERS: Readonly<Record<string, "project" | "organization">> = {
  project_id: "project",
  parent_lookup_organization_id: "organization",
};

/** Returns how a field is given: `--name`, or `<id>` in the order of the path. */
export function optionName({ name, in: where }: FieldName): string {
  if (where !== "path") return `--${OTHER_NAMES[name] ?? kebab(name)}`;
  return name in OWNERS ? `--${OWNERS[name]}` : `<${kebab(name)}>`;
}

/** Returns the name under which Commander keeps the value of an option. */
export function optionKey(field: FieldName): string {
  return optionName(field)
    .slice("--".length)
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
