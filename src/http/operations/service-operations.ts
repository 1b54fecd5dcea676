import type { CaptureDepth } from "../../ingest/capture.ts";
import { VERSION } from "../../lib/version.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";

/** Answers orchestrators and monitoring. */
export function serviceOperations(ports: ServicePorts): OperationHandlers<"health" | "ready" | "metrics"> {
  const { readiness, capture, metrics } = ports;
  return {
    health: async () => ({ status: 200, body: { status: "ok", version: VERSION } }),
    ready: async () => {
      const engines = await readiness.checkEngines();
      const body = { engines, stopping: readiness.isStopping, journal: journalToWire(capture.depth()) };
      return readiness.isReady(engines)
        ? { status: 200, body: { status: "ready", ...body } }
        : { status: 503, body: { status: "unavailable", ...body } };
    },
    metrics: async () => ({ status: 200, type: "text/plain", stream: await metrics.read() }),
  };
}

function journalToWire({ entries, bytes, oldestSeconds, deadLetters }: CaptureDepth) {
  return { entries, bytes, oldest_seconds: oldestSeconds, dead_letters: deadLetters };
}
