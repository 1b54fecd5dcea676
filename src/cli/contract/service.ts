import type { Readable } from "node:stream";
import type { CliOperation } from "./cli-operations.ts";

export interface ServiceCall {
  readonly operation: CliOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body?: unknown;
  readonly accept?: string;
}

export interface ServiceReply {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or a stream of another type. */
  readonly body: string | Readable;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What answers operations: this program, or a service elsewhere. */
export interface Service {
  /** Throws `UsageError` and `CommandFailure` with what the contract's error says. */
  call(call: ServiceCall): Promise<ServiceReply>;
  projects(): Promise<readonly Named[]>;
  organizations(): Promise<readonly Named[]>;
}

/** Returns the path of a call with its query. */
export function pathOf({ operation, path, query }: ServiceCall): string {
  const filled = operation.contract.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  return query.size === 0 ? filled : `${filled}?${query}`;
}
