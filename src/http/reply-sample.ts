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

/** Checks replies against the contract after they were sent. Logs the first violation of an operation, counts all. */
export class ReplySample {
  readonly #ports: ReplySamplePorts;
  readonly #every: number;
  readonly #reported = new Set<string>();
  #unchecked = 0;
  #waiting = 0;

  constructor(ports: ReplySamplePorts) {
    this.#ports = ports;
    this.#every = { off: Infinity, throw: Infinity, sample: SAMPLE_INTERVAL, log: 1 }[ports.responseValidation];
  }

  /** Checks errors and some other replies in a later turn of the event loop. */
  note(operation: ContractOperation, reply: HttpReply<unknown>): void {
    if (this.#every === Infinity || this.#waiting >= MAX_WAITING) return;
    if (reply.status < 400) {
      this.#unchecked += 1;
      if (this.#unchecked < this.#every) return;
      this.#unchecked = 0;
    }
    this.#waiting += 1;
    setImmediate(() => {
      this.#check(operation, reply)
        .catch((error: unknown) => this.#report(operation, [String(error)]))
        .finally(() => {
          this.#waiting -= 1;
        });
    });
  }

  async #check(operation: ContractOperation, { status, headers, body }: HttpReply<unknown>): Promise<void> {
    const { contract } = this.#ports;
    await contract.loadReplies();
    const isText = typeof body === "string" || body instanceof Uint8Array;
    const type = body === null ? null : mediaTypeOf(headers);
    const isRead = isText && type === "application/json" && body.length <= MAX_LENGTH;
    const value = isRead ? JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString()) : undefined;
    const faults = contract.validateReply(operation.id, status, type, value);
    if (faults.length > 0) this.#report(operation, faults);
  }

  #report({ id }: ContractOperation, faults: readonly string[]): void {
    const { metrics, log } = this.#ports;
    metrics.count("contract_violations_total", { operation: id });
    if (this.#reported.has(id)) return;
    this.#reported.add(id);
    log.error({ operation: id, faults }, "a reply breaks the contract");
  }
}

function mediaTypeOf(headers: HttpReply["headers"]): string {
  return (headers["Content-Type"] ?? "").split(";")[0] ?? "";
}
