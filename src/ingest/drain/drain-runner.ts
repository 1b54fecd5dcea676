import type { EventEmitter } from "node:events";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { type Connection, connect } from "../../lib/threads/channel.ts";
import { backoffMs } from "../../lib/threads/retry.ts";
import { endThread, onThreadExit, startThread } from "../../lib/threads/start-thread.ts";
import type { Config } from "../../settings/config.ts";
import type { CaptureEvents, CaptureObserver } from "../capture-events.ts";
import { InFlightRecord } from "./crash-guard.ts";

export interface DrainControl {
  wake(): void;
  /** Stops the drain after the step under way. */
  stop(): Promise<void>;
}

export interface DrainThreadData {
  readonly config: Config;
  /** The directory of the journal, if it is not this node's. */
  readonly takenOver?: string | undefined;
  readonly journalPort: MessagePort;
  /** Whether this process has seen the last drain die. */
  readonly isRestart: boolean;
}

export interface DrainRunnerPorts {
  readonly config: Config;
  readonly takenOver?: string | undefined;
  readonly journalId: string;
  readonly connectJournal: (port: MessagePort) => void;
  readonly events: EventEmitter<CaptureEvents>;
}

/** Holds the events that are stored together: with less, V8's helper threads take longer to promote them. */
const YOUNG_MB = 64;
/** No step of JavaScript takes this long, also on a slow machine. */
const HANGING_MS = 30_000;
const RESTART_BACKOFF = { initialMs: 100, maxMs: 10_000 };

/** Runs the drain in a thread, and restarts it after growing pauses if it dies. */
export class DrainRunner {
  readonly #ports: DrainRunnerPorts;
  #running: { readonly thread: Worker; readonly connection: Connection<DrainControl> } | null = null;
  #restart: NodeJS.Timeout | undefined;
  /** Deaths since the last progress. */
  #deaths = 0;
  #isStopped = false;

  constructor(ports: DrainRunnerPorts) {
    this.#ports = ports;
    ports.events.on("drained", () => {
      this.#deaths = 0;
    });
    this.#start(false);
  }

  wake(): void {
    this.#running?.connection.remote.wake().catch(() => undefined);
  }

  /** Lets the step under way finish, if that takes no longer than the timeout, and ends the thread for good. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    if (!this.#running) return;
    const { thread, connection } = this.#running;
    this.#running = null;
    // Errors do no harm here: what is synced is safe, and the next start stores it.
    const timeout = setTimeout(() => connection.fail(new Error("The drain takes too long to stop.")), timeoutMs);
    await connection.remote.stop().catch(() => undefined);
    clearTimeout(timeout);
    const hanging = setTimeout(() => void thread.terminate(), HANGING_MS);
    await endThread(thread);
    clearTimeout(hanging);
    this.#clearBlame();
  }

  /** Ensures that the next start does not take the end of the thread for a death. */
  #clearBlame(): void {
    try {
      const { config, takenOver = config.DATA_DIR, journalId } = this.#ports;
      const inFlight = new InFlightRecord(takenOver, journalId);
      inFlight.clearBlame();
      inFlight.close();
    } catch {
      // The entry in flight is blamed for one death then, of which four are fatal.
    }
  }

  #start(isRestart: boolean): void {
    const { config, takenOver, connectJournal, events } = this.#ports;
    const { port1: drainPort, port2: journalPort } = new MessageChannel();
    connectJournal(drainPort);
    const data: DrainThreadData = { config, takenOver, journalPort, isRestart };
    const thread = startThread("service/drain-thread", data, {
      transferList: [journalPort],
      youngMb: YOUNG_MB,
    });
    const emit = events.emit.bind(events) as CaptureObserver["emit"];
    const connection = connect<DrainControl>(thread, { emit } satisfies CaptureObserver);
    this.#running = { thread, connection };
    onThreadExit(thread, "drain", (error) => {
      connection.fail(error);
      if (this.#running?.thread !== thread) return;
      this.#running = null;
      if (!this.#isStopped) this.#restartSoon(error);
    });
  }

  #restartSoon(error: Error): void {
    this.#deaths += 1;
    const pauseMs = backoffMs(this.#deaths, RESTART_BACKOFF);
    this.#restart = setTimeout(() => this.#start(true), pauseMs);
    this.#ports.events.emit("drainDeath", error, pauseMs);
  }
}
