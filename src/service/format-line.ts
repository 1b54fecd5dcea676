const LEVELS: Readonly<Record<number, string>> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
  60: "FATAL",
};

/** Returns a line of the JSON log for a reader at a terminal: the local time, the level, the message and its fields. */
export function formatLine(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const words = Object.entries(fields).map(([name, value]) => `${name}=${formatValue(value)}`);
  const line = [clock, (LEVELS[level] ?? "").padEnd(5), ...(msg === undefined ? [] : [msg]), ...words].join(" ");
  return `${line}\n${err === undefined ? "" : formatError(err)}`;
}

/** Plain words as they are, everything else as JSON, which has no line breaks and no control characters. */
function formatValue(value: unknown): string {
  return typeof value === "string" && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function formatError({ stack, message }: { readonly stack?: string; readonly message?: string }): string {
  return `  ${(stack ?? message ?? "").replaceAll(/\n\s*/g, "\n    ")}\n`;
}
