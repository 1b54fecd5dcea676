import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Contract, contractOf } from "../../src/http/contract/contract.ts";
import { createRouter, type OperationRow, type Route, readOperations } from "../../src/http/contract/routes.ts";
import { readMetadata, toCanonicalEvents, toCanonicalFlagQuery } from "../../src/http/decode/canonical-request.ts";
import { Problem } from "../../src/lib/problem.ts";
import type { BundledDocument } from "./bundled-document.ts";
import { operationRows } from "./operation-table.ts";
import { root } from "./redocly.ts";

export const RECORDED_CLIENTS = join(root, "contract-tests/clients/recorded");
export const RECORDING_SUFFIX = ".jsonl";

/** A request of a client library, and the response that it got. */
export interface RecordedExchange {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Whether a page of another origin sent it. */
  readonly isCrossOrigin: boolean;
  /** Whether it had `Authorization: Bearer`. */
  readonly hasBearer: boolean;
  /** Unpacked; absent without a body. */
  readonly body?: unknown;
  readonly status: number;
  /** The media type of the response; null without a body. */
  readonly type: string | null;
  /** Absent if it is not JSON. */
  readonly reply?: unknown;
}

/** What a version of a library did. */
export interface RecordedClient {
  /** As in `posthog-js 1.96.1`. */
  readonly name: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** Reads the recordings that `npm run record-clients` made. */
export function readRecordedClients(): RecordedClient[] {
  const files = readdirSync(RECORDED_CLIENTS).filter((name) => name.endsWith(RECORDING_SUFFIX));
  return files.toSorted().map((file) => ({
    name: basename(file, RECORDING_SUFFIX).replace(/-(?=\d)/, " "),
    exchanges: readFileSync(join(RECORDED_CLIENTS, file), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line): RecordedExchange => JSON.parse(line)),
  }));
}

/**
 * Returns what breaks, one line each, if the service follows this bundled document: requests of recorded clients that
 * it would refuse, and responses that they got and the document does not have.
 */
export async function brokenClients(json: string, clients: readonly RecordedClient[]): Promise<string[]> {
  const contract = await contractOf(json);
  const table = operationRows(JSON.parse(json) as BundledDocument) as Readonly<Record<string, OperationRow>>;
  const findRoute = createRouter(readOperations(table));
  const lines = clients.flatMap(({ name, exchanges }) =>
    exchanges.flatMap((exchange) => {
      const [path = ""] = exchange.path.split("?", 1);
      const route = findRoute(exchange.method, path);
      const reasons = route && "operation" in route ? breaksOf(exchange, route, contract) : ["is not documented."];
      return reasons.map((reason) => `This breaks ${name}: ${exchange.method} ${path}: ${reason}`);
    }),
  );
  return [...new Set(lines)];
}

function breaksOf(exchange: RecordedExchange, route: Route, contract: Contract): string[] {
  const { cors, access, id } = route.operation;
  const { isCrossOrigin, hasBearer, status, type, reply } = exchange;
  const differences = contract.validateReply(id, status, type, reply);
  return [
    ...(isCrossOrigin && !cors ? ["browsers of other origins may not call it."] : []),
    ...(access === "private" && !hasBearer ? ["it needs a personal API key."] : []),
    ...refusals(exchange, route, contract),
    ...differences.map((difference) => `its response ${status}: ${difference}.`),
  ];
}

/** Checks a request as the service does. */
function refusals(exchange: RecordedExchange, route: Route, contract: Contract): string[] {
  try {
    contract.readQuery(route, queryOf(exchange));
    if (route.operation.hasBody) {
      const { id, body } = canonicalBody(exchange, route);
      contract.checkBody(id, body);
    }
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { attr = "", message } = error;
    return [message.startsWith(attr) ? message : `${attr}: ${message}`];
  }
}

function canonicalBody(exchange: RecordedExchange, { operation }: Route) {
  const { handlerId: id, clientShapes, defaultEvent } = operation;
  const { body, hasBearer } = exchange;
  const metadata = readMetadata({ queryString: queryOf(exchange), headers: {} }, hasBearer, defaultEvent);
  const json = Buffer.from(JSON.stringify(body ?? null));
  if (clientShapes === "events") return toCanonicalEvents({ id: id as "capture", json, body }, metadata);
  if (clientShapes === "flags") return toCanonicalFlagQuery({ id: id as "decide", json, body }, metadata);
  return { id, body };
}

function queryOf({ path }: RecordedExchange): string {
  return path.split("?").slice(1).join("?");
}
