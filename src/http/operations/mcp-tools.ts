import { readFileSync } from "node:fs";
import { MCP_TOOLS_JSON } from "../../lib/documents.ts";
import { nearestNames } from "../../lib/nearest-names.ts";
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
