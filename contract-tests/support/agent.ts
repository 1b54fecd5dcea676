import { Client } from "../client/contract-client.ts";

const client = new Client();

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: {
    readonly notice: string;
    readonly cut?: readonly string[];
    readonly hints?: readonly string[];
    readonly answer?: unknown;
  };
  readonly isError?: boolean;
}

interface Options {
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Sends a request of JSON-RPC to the service, and returns its answer. */
export async function send(method: string, params: object = {}, options: Options = {}) {
  return client.expectStatus("mcp_call", 200, { ...options, json: { jsonrpc: "2.0", id: 1, method, params } });
}

export async function toolNames(options: Options = {}): Promise<string[]> {
  const { result = {} } = await send("tools/list", {}, options);
  return (result.tools as { readonly name: string }[]).map(({ name }) => name);
}

export async function call(name: string, args: object = {}, options: Options = {}): Promise<ToolResult> {
  const { result, error } = await send("tools/call", { name, arguments: args }, options);
  if (error) throw new Error(error.message);
  return result as unknown as ToolResult;
}

/** Returns the answer in a result that must not be a refusal. */
export async function answerOf<T>(name: string, args: object = {}, options: Options = {}): Promise<T> {
  const { structuredContent, content } = await call(name, args, options);
  if (!structuredContent) throw new Error(`${name} is refused: ${content[0]?.text}`);
  return structuredContent.answer as T;
}

/** Returns the text of a result that must be a refusal. */
export async function refusal(name: string, args: object = {}, options: Options = {}): Promise<string> {
  const { content, isError } = await call(name, args, options);
  if (!isError) throw new Error(`${name} is not refused: ${content[0]?.text}`);
  return content.map(({ text }) => text).join("\n");
}
