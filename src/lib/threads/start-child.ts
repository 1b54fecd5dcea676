import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { EventEmitter } from "node:events";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { CODE_FOLDER } from "../version.ts";
import { type Channel, type Connection, connect } from "./channel.ts";

const STEPS = 10;
const LOWEST = 19;

/** Lowers the priority of a started process, so that requests come first. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + STEPS, LOWEST));
  } catch {
    // Not allowed here: then they share the processor.
  }
}

export interface Child<T> extends Connection<T> {
  readonly process: ChildProcess;
  /** Resolves with a sentence that says how the process ended. */
  readonly ended: Promise<string>;
}

/**
 * Starts a low-priority process with a module of `src/`, named without extension, and connects to it.
 * It gets the time zone, but no other environment and so no secret, and standard error only.
 */
export function startChild<T>(path: string): Child<T> {
  const inCheckout = import.meta.url.endsWith(".ts");
  const module = fileURLToPath(new URL(path + (inCheckout ? ".ts" : ".js"), CODE_FOLDER));
  const execArgv = inCheckout ? ["--import", import.meta.resolve("tsx")] : [];
  const child = fork(module, [], {
    env: { TZ: "UTC" },
    execArgv,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  lowerPriority(child.pid);
  const connection = connect<T>(processChannel(child));
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`It could not run: ${error.message}`));
    child.once("exit", (code, signal) => resolve(`It ended with ${signal ?? code}.`));
  });
  void ended.then((reason) => connection.fail(new Error(reason)));
  return { ...connection, process: child, ended };
}

/** Offers the methods of an object to the process that started this one. Ends this process with that one. */
export function serveParent(local: object): void {
  connect(processChannel(process), local);
  process.once("disconnect", () => process.exit(0));
}

/** Returns a process as a channel. If a message cannot be sent, the process has ended, which fails all calls. */
function processChannel(other: ChildProcess | NodeJS.Process): Channel {
  const messages = new EventEmitter();
  other.on("message", (message) => messages.emit("message", message));
  return {
    on: (event, listener) => messages.on(event, listener),
    postMessage: (message) => void other.send?.(message as Serializable, undefined, undefined, () => undefined),
  };
}
