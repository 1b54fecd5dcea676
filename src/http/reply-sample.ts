import type { Logger } from "pino";
import type { Config } from "../settings/config.ts";
import type { Contract } from "./contract/contract.ts";
import type { ContractOperation } from "./contract/routes.ts";
import type { HttpReply } from "./http-message.ts";
import type { Metrics } from "./metrics.ts";

const SAMPLE_INTERVAL = 100;
const MAX_LENGTH = 256 * 1024;
/** Replies that wait to be checked; others are left out meanwhile. */
const MAX_WAITING = 100;

interface ReplySamplePorts {
  readonly contract: Contract;
  readonly metrics: Pick<Metrics, "count">;
  readonly log: Pick<Logger, "error">;
  readonly responseValidation: Config["RESPONSE_VALIDATION"];
}

export type ReplySample = ReturnType<typeof newReplySample>;

/** Checks replies against the contract after they were sent. Logs the first violation of an operation, counts all. */
export function newReplySample(ports: ReplySamplePorts) {
  const every = { off: Infinity, throw: Infinity, sample: SAMPLE_INTERVAL, log: 1 }[ports.responseValidation];
  const reported = new Set<string>();
  let unchecked = 0;
  let waiting = 0;
  async function check(operation: ContractOperation, { status, headers, body }: HttpReply<unknown>): Promise<void> {
    const { contract } = ports;
    await contract.loadReplies();
    const isText = typeof body === "string" || body instanceof Uint8Array;
    const type = body === null ? null : mediaTypeOf(headers);
    const isRead = isText && type === "application/json" && body.length <= MAX_LENGTH;
    const value = isRead ? JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString()) : undefined;
    const faults = contract.validateReply(operation.id, status, type, value);
    if (faults.length > 0) report(operation, faults);
  }
  function report({ id }: ContractOperation, faults: readonly string[]): void {
    const { metrics, log } = ports;
    metrics.count("contract_violations_total", { operation: id });
    if (reported.has(id)) return;
    reported.add(id);
    log.error({ operation: id, faults }, "a reply breaks the contract");
  }
  return {
    /** Checks errors and some other replies in a later turn of the event loop. */
    note(operation: ContractOperation, reply: HttpReply<unknown>): void {
      if (every === Infinity || waiting >= MAX_WAITING) return;
      if (reply.status < 400) {
        unchecked += 1;
        if (unchecked < every) return;
        unchecked = 0;
      }
      waiting += 1;
      setImmediate(() => {
        check(operation, reply)
          .catch((error: unknown) => report(operation, [String(error)]))
          .finally(() => {
            waiting -= 1;
          });
      });
    },
  };
}

function mediaTypeOf(headers: HttpReply["headers"]): string {
  return (headers["Content-Type"] ?? "").split(";")[0] ?? "";
}
