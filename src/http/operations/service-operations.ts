import type { CaptureDepth } from "../../capture/capture.ts";
import { NO_COLUMNAR_STORE } from "../../storage/no-columnar.ts";
import { VERSION } from "../../version.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";

const CHECK_TIMEOUT_MS = 3000;

/** Answers orchestrators and monitoring. */
export function serviceOperations(ports: ServicePorts): OperationHandlers<"health" | "ready" | "metrics"> {
  const { store, fileStore, columnar, capture, metrics } = ports;
  return {
    health: async () => ({ status: 200, body: { status: "ok", version: VERSION } }),
    ready: async () => {
      const [documents, files, journal, legacy] = await Promise.all([
        checkEngine(() => store.check()),
        checkEngine(() => fileStore.check()),
        checkEngine(() => capture.check()),
        checkEngine(() => columnar.check()),
      ]);
      const engines = { documents, files, journal, ...(columnar !== NO_COLUMNAR_STORE && { columnar: legacy }) };
      const body = { engines, journal: journalToWire(capture.depth()) };
      return documents === "ok" && files === "ok" && journal === "ok"
        ? { status: 200, body: { status: "ready", ...body } }
        : { status: 503, body: { status: "unavailable", ...body } };
    },
    metrics: async () => ({ status: 200, type: "text/plain", stream: await metrics.read() }),
  };
}

function journalToWire({ entries, bytes, oldestSeconds, deadLetters }: CaptureDepth) {
  return { entries, bytes, oldest_seconds: oldestSeconds, dead_letters: deadLetters };
}

async function checkEngine(check: () => Promise<void>): Promise<"ok" | "unavailable"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"unavailable">((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, "unavailable");
  });
  const answer = check().then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
