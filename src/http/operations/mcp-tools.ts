import { readFileSync } from "node:fs";
import { MCP_TOOLS_JSON } from "../../lib/documents.ts";
import { isPropertyMap } from "../../lib/json/json.ts";
import { nearestNames } from "../../lib/nearest-names.ts";
import { NONE } from "../../questions/kinds/breakdown.ts";
import type { PrivateOperationId, PrivateRequest } from "../contract/operation-types.ts";

export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface AgentContext extends Pick<PrivateRequest<PrivateOperationId>, "answerOther"> {
  readonly writes: boolean;
  readonly projectId: string | undefined;
}

/** A tool as the contract describes it (`scripts/contract/mcp-tools.ts`). */
export interface Tool {
  readonly operation: string;
  /** Where each argument goes in the request of the operation. */
  readonly arguments: Readonly<Record<string, "path" | "query" | "body">>;
  readonly tool: {
    readonly name: string;
    readonly inputSchema: { readonly required?: readonly string[] };
    readonly annotations: { readonly readOnlyHint: boolean };
  };
}

let all: readonly Tool[] | undefined;

export function listTools({ writes, projectId }: AgentContext): readonly Tool[] {
  all ??= JSON.parse(readFileSync(MCP_TOOLS_JSON, "utf8")) as readonly Tool[];
  return all.filter(({ tool, arguments: targets }) => {
    return (writes || tool.annotations.readOnlyHint) && (projectId === undefined || "project_id" in targets);
  });
}

/** Throws `RpcError`, which tells what may be meant. */
export function findTool(name: string, context: AgentContext): Tool {
  const tools = listTools(context);
  const found = tools.find(({ tool }) => tool.name === name);
  if (found) return found;
  const isHidden = listTools({ ...context, writes: true }).some(({ tool }) => tool.name === name);
  if (isHidden) throw new RpcError(-32602, `${name} changes something, and this connection only reads.`);
  const names = tools.map(({ tool }) => tool.name);
  throw new RpcError(-32602, `There is no tool ${name}.${suggest(name, names) || ` There are ${names.join(", ")}.`}`);
}

/** Returns a question that names what may be meant; empty if nothing is similar. */
export function suggest(name: string, names: Iterable<string>): string {
  const nearest = nearestNames(name, names);
  return nearest.length === 0 ? "" : ` Did you mean ${nearest.join(" or ")}?`;
}

/** Tools whose answers are empty if a name is mistyped. */
const ASKING = ["query_create", "events_list", "insights_run", "persons_list"];
const FIGURES = ["count", "aggregated_value", "data", "values"];
const MAX_NAMES = 5;
const KINDS = ["event", "person"] as const;

interface Names {
  readonly events: Set<string>;
  readonly properties: Readonly<Record<(typeof KINDS)[number], Set<string>>>;
}

/** Returns sentences about events and properties that an empty answer was asked for and that do not exist. */
export async function nameHints(
  operation: string,
  values: Readonly<Record<string, unknown>>,
  answer: unknown,
  project: string,
  { answerOther }: Pick<AgentContext, "answerOther">,
): Promise<string[]> {
  if (!ASKING.includes(operation) || !isEmpty(answer)) return [];
  const names: Names = { events: new Set(), properties: { event: new Set(), person: new Set() } };
  collect(values, names);
  const unknownOf = async (what: string, wanted: ReadonlySet<string>, id: string, query: Record<string, string>) => {
    if (wanted.size === 0) return [];
    const call = { id, params: { project_id: project }, query: new URLSearchParams({ limit: "1000", ...query }) };
    const { body } = await answerOther(call);
    const known = (body as { readonly results: readonly { readonly name: string }[] }).results.map(({ name }) => name);
    const unknown = [...wanted].filter((name) => !known.includes(name)).slice(0, MAX_NAMES);
    return unknown.map((name) => `There is no ${what} ${JSON.stringify(name)}.${suggest(name, known)}`);
  };
  const found = await Promise.all([
    unknownOf("event", names.events, "event_definitions_list", {}),
    ...KINDS.map((type) =>
      unknownOf(`property of ${type}s`, names.properties[type], "property_definitions_list", { type }),
    ),
  ]);
  return found.flat();
}

/** Returns whether an answer has no results, a series, a step or a row of only zeros, or no value of its breakdown. */
function isEmpty(answer: unknown): boolean {
  const results = isPropertyMap(answer) ? answer.results : undefined;
  return Array.isArray(results) && (results.some(isZero) || results.flat().every(isUndivided));
}

function isUndivided(item: unknown): boolean {
  return isPropertyMap(item) && [item.breakdown_value].flat().every((value) => value === NONE);
}

function isZero(item: unknown): boolean {
  if (typeof item === "number") return item === 0;
  if (Array.isArray(item)) return item.every(isZero);
  if (!isPropertyMap(item)) return false;
  const figures = FIGURES.filter((name) => name in item);
  return figures.length > 0 && figures.every((name) => isZero(item[name]));
}

/** Finds names wherever questions have them: events of series and steps, conditions, and comparisons in SQL. */
function collect(value: unknown, names: Names): void {
  if (Array.isArray(value)) for (const item of value) collect(item, names);
  if (!isPropertyMap(value)) return;
  const { event, id, key, kind, query, math_property: summed, property, breakdown } = value;
  const { type = value.breakdown_type ?? "event" } = value;
  if (typeof event === "string") names.events.add(event);
  if (typeof id === "string" && type === "events") names.events.add(id);
  for (const name of [key, property, breakdown]) {
    if (typeof name === "string" && (type === "event" || type === "person")) names.properties[type].add(name);
  }
  if (typeof summed === "string") names.properties.event.add(summed);
  if (kind === "HogQLQuery") {
    for (const [, name = ""] of String(query).matchAll(/\bevent\s*=\s*'([^']+)'/g)) names.events.add(name);
  }
  for (const member of Object.values(value)) collect(member, names);
}
