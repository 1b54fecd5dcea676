import pino, { type LogFn, type Logger } from "pino";
import type { Config } from "../settings/config.ts";
import { formatLine } from "./format-line.ts";
import { redact } from "./redact.ts";
import { RepeatedMessages } from "./repeated-messages.ts";

export interface LogOutput {
  /** Whether people read it as it is written. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

export interface ServiceLog {
  readonly log: Logger;
  /** Logs what was repeated and not logged yet. */
  readonly flush: () => void;
}

const INFO_LEVEL = 30;
/** With the message they say what kind it is. None has more than a few values, but for `caller`, which is rare. */
const KIND_FIELDS = ["operation", "status", "code", "engine", "caller"] as const;

/**
 * Returns the service's log: JSON lines, or text on a terminal, without secrets. From level `info` on, a repeated
 * message is logged once a minute, with the number of times: see `RepeatedMessages`.
 */
export function createLog(
  { LOG_LEVEL, LOG_FORMAT }: Pick<Config, "LOG_LEVEL" | "LOG_FORMAT">,
  { isTerminal, write }: LogOutput,
): ServiceLog {
  const isText = LOG_FORMAT === "text" || (LOG_FORMAT === "auto" && isTerminal);
  const output = { write: (line: string) => write(isText ? formatLine(redact(line)) : redact(line)) };
  const repeated = new RepeatedMessages({
    onOverflow: (repetitions) => {
      overflowLog.warn({ ...repetitions }, "messages of too many kinds were not logged");
    },
  });
  const options = { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const overflowLog = pino(options, output);
  const logMethod = function (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) {
    if (level < INFO_LEVEL) return method.apply(this, args);
    const { message, fields } = readArguments(args);
    const words = KIND_FIELDS.map((name) => fields[name]);
    repeated.add([level, message, ...words].join(" "), (repetitions) => {
      method.call(this, { ...fields, ...repetitions }, message);
    });
  };
  return { log: pino({ ...options, hooks: { logMethod } }, output), flush: () => repeated.flush() };
}

interface Message {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

function readArguments([first, second]: readonly unknown[]): Message {
  if (typeof first === "string") return { message: first, fields: {} };
  const message = typeof second === "string" ? second : "";
  return { message, fields: first instanceof Error ? { err: first } : { ...(first as object) } };
}

/** Returns standard output, which is written to synchronously. */
export function standardOutput(): LogOutput {
  const destination = pino.destination({ fd: 1, sync: true });
  return { isTerminal: process.stdout.isTTY === true, write: (text) => void destination.write(text) };
}
