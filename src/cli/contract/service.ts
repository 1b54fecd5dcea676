import type { Readable } from "node:stream";
import { pathAndQuery } from "../../http/http-message.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { CommandFailure, UsageError } from "../cli-context.ts";
import type { CliOperation } from "./cli-operations.ts";
import { optionName } from "./command-names.ts";

export interface ServiceCall {
  readonly operation: CliOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body?: unknown;
  readonly accept?: string;
}

export interface ServiceReply {
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or a stream of another type. */
  readonly body: string | Readable;
}

type Page = { readonly results: readonly unknown[]; readonly next: string | null };

export type Named = { readonly id: string; readonly name: string };

/** What answers operations: this program, or a service elsewhere. */
export interface Service {
  /** Throws `UsageError` and `CommandFailure` with what the contract's error says. */
  call(call: ServiceCall): Promise<ServiceReply>;
  projects(): Promise<readonly Named[]>;
  organizations(): Promise<readonly Named[]>;
}

/** Yields the pages of a list; one that has none is a page. Throws `CommandFailure` if they do not end. */
export async function* pagesOf(call: ServiceCall, service: Service): AsyncGenerator<Page> {
  for (let { query } = call; ; ) {
    const body: unknown = JSON.parse(String((await service.call({ ...call, query })).body));
    const page = Array.isArray(body) ? { results: body, next: null } : (body as Page);
    yield page;
    if (page.next === null) return;
    if (page.results.length === 0) throw new CommandFailure("A page is empty although another follows it.");
    query = new URL(page.next, "http://localhost").searchParams;
  }
}

export function pathOf({ operation, path, query }: ServiceCall): string {
  return pathAndQuery({ operation: operation.contract, params: path, query });
}

export class RefusedCall extends UsageError {
  readonly detail: string;

  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}

/** Returns the error of a refused call: `UsageError` if the options are at fault. */
export function callFailure(
  status: number,
  error: { readonly type?: string; readonly detail?: string; readonly attr?: string },
  { fields, resource, verb }: CliOperation,
): Error {
  const { detail = `The service answered ${status}.`, attr } = error;
  if (status === 404) {
    return new CommandFailure(`${detail} See \`${PROGRAM} ${resource} --help\` for how to list what there is.`);
  }
  const [name = "", ...inner] = attr?.split("__") ?? [];
  const field = fields.find((one) => one.name === name);
  const where = inner.length > 0 ? ` (${inner.join(".")})` : "";
  const text = field === undefined ? detail : `${optionName(field)}${where}: ${detail}`;
  if (error.type !== "validation_error" || status !== 400) return new CommandFailure(text);
  return new RefusedCall(`${text}\n(add --help for help with ${resource} ${verb})`, detail);
}
