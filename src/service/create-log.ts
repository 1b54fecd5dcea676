import pino, { type LogFn, type Logger } from "pino";
import type { Config } from "../settings/config.ts";

function formatLine(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const words = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value)}`);
  const label = (pino.levels.labels[level] ?? "").toUpperCase().padEnd(5);
  const line = [clock, label, ...(msg === undefined ? [] : [msg]), ...words].join(" ");
  return `${line}\n${err === undefined ? "" : formatError(err)}`;
}

/** Formats plain words as they are, anything else as JSON, which has no line breaks or control characters. */
function formatValue(value: unknown): string {
  return typeof value === "string" && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function formatError({ stack, message }: { readonly stack?: string; readonly message?: string }): string {
  return `  ${(stack ?? message ?? "").replaceAll(/\n\s*/g, "\n    ")}\n`;
}

/** Matches what must not be in a log, whatever an engine's error says. Bounded, so that no text takes long. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bph([cx])_[\w-]+/g, "ph$1_…"],
  [/\binv_\w{43}\b/g, "inv_…"],
  [/\/\/[^\s/@"\\]{1,256}@/g, "//…@"],
  [/[\w.!#$%&'*+=?^`{|}~-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){0,8}\.[a-z]{2,63}\b/gi, "…@…"],
];

function redact(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

export type LogOutput = { readonly isTerminal: boolean; readonly write: (text: string) => void };

export type ServiceLog = { readonly log: Logger; readonly flush: () => void };

const INFO_LEVEL = 30;
/** Fields that tell kinds of a message apart. Each has few values, except `caller`, which is rare. */
const KIND_FIELDS = ["operation", "status", "code", "engine", "caller"] as const;

/** Creates the log: JSON lines, or text on a terminal, without secrets. Logs repetitions once a minute. */
export function createLog(
  { LOG_LEVEL, LOG_FORMAT }: Pick<Config, "LOG_LEVEL" | "LOG_FORMAT">,
  { isTerminal, write }: LogOutput,
): ServiceLog {
  const isText = LOG_FORMAT === "text" || (LOG_FORMAT === "auto" && isTerminal);
  const output = { write: (line: string) => write(isText ? formatLine(redact(line)) : redact(line)) };
  const repeated = limitRepetitions((repetitions) => {
    overflowLog.warn({ ...repetitions }, "messages of too many kinds were not logged");
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
  return { log: pino({ ...options, hooks: { logMethod } }, output), flush: repeated.flush };
}

type Message = { readonly message: string; readonly fields: Readonly<Record<string, unknown>> };

function readArguments([first, second]: readonly unknown[]): Message {
  if (typeof first === "string") return { message: first, fields: {} };
  const message = typeof second === "string" ? second : "";
  return { message, fields: first instanceof Error ? { err: first } : { ...(first as object) } };
}

export function standardOutput(): LogOutput {
  const destination = pino.destination({ fd: 1, sync: true });
  return { isTerminal: process.stdout.isTTY === true, write: (text) => void destination.write(text) };
}

type Repetitions = { readonly repeated: number; readonly seconds: number };

/** Logs the message; with `repetitions` it stands for all that were not logged. */
type WriteMessage = (repetitions: Repetitions | null) => void;

interface Kind {
  repeated: number;
  write: WriteMessage;
}

const INTERVAL_MS = 60_000;
const MAX_KINDS = 100;

/**
 * Logs the first message of each kind at once, then one a minute: about a hundred a minute at most. `onOverflow` is
 * called with the number of messages of too many kinds to tell them apart.
 */
function limitRepetitions(onOverflow: WriteMessage) {
  const kinds = new Map<string, Kind>();
  const overflow: Kind = { repeated: 0, write: onOverflow };
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  const startTimer = () => {
    if (timer) return;
    since = performance.now();
    timer = setTimeout(flush, INTERVAL_MS).unref();
  };
  /** Logs what was repeated. A kind that was not repeated is forgotten: its next message is logged at once. */
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const seconds = Math.round((performance.now() - since) / 1000);
    for (const [name, kind] of kinds) if (!report(kind, seconds)) kinds.delete(name);
    report(overflow, seconds);
    if (kinds.size > 0) startTimer();
  };
  const add = (name: string, write: WriteMessage) => {
    startTimer();
    const known = kinds.get(name);
    if (known) {
      known.repeated += 1;
      known.write = write;
    } else if (kinds.size >= MAX_KINDS) overflow.repeated += 1;
    else {
      kinds.set(name, { repeated: 0, write });
      write(null);
    }
  };
  return { add, flush };
}

function report(kind: Kind, seconds: number): boolean {
  const { repeated } = kind;
  if (repeated === 0) return false;
  kind.repeated = 0;
  kind.write({ repeated, seconds });
  return true;
}
