import { parentPort } from "node:worker_threads";
import { Problem } from "../../problem.ts";
import { connect } from "../../threads/channel.ts";
import { Contract } from "../contract/contract.ts";
import type { EventOperationId } from "../contract/operation.ts";
import { type EventBodies, type EventPayload, toEventPayload } from "../operations/event-payload.ts";
import { type RequestMetadata, toCanonicalEvents } from "../wire/canonical-request.ts";
import { parseJsonBody } from "../wire/json-body.ts";

/** A refusal as it crosses threads. */
export type Refusal = Pick<Problem, "code" | "attr"> & { readonly detail: string };

/** What was read; without the bytes where they are those that came. */
export type Read = Omit<EventPayload, "bytes"> & { readonly bytes: Uint8Array | null };

/** What this thread does for the one that takes requests. */
export interface LargeBodyReader {
  read(
    operation: EventOperationId,
    raw: Uint8Array,
    beside: RequestMetadata,
  ): Promise<Read | { readonly refusal: Refusal }>;
}

if (parentPort) {
  const contract = Contract.load();
  connect(parentPort, {
    async read(operation, raw, beside) {
      try {
        const canonical = toCanonicalEvents({ id: operation, body: parseJsonBody(raw), raw }, beside);
        const { id, body } = canonical;
        (await contract).checkBody(id, body);
        const { bytes, ...taken } =
          id === "batch"
            ? toEventPayload.batch(body as EventBodies["batch"], canonical.raw)
            : toEventPayload.capture(body as EventBodies["capture"], canonical.raw);
        return { ...taken, bytes: bytes === raw ? null : bytes };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { refusal: { code: error.code, attr: error.attr, detail: error.message } };
      }
    },
  } satisfies LargeBodyReader);
}
