import { readFileSync } from "node:fs";

const file = new URL("sent-exceptions.json", import.meta.url);

/** Properties of exceptions as client libraries sent them, without lines of code and all but the innermost frames. */
export const SENT_EXCEPTIONS: Readonly<Record<string, object>> = JSON.parse(readFileSync(file, "utf8"));
