import { deadLetterToJsonLine } from "../json-lines.ts";
import type { StoredDeadLetter } from "./dead-letters.ts";
import { subjectOf } from "./letter-subject.ts";
import { readRequestLetter } from "./request-letter.ts";

export interface ExportedLetter {
  readonly id: number;
  /** A letter is exported if all of these are the person's: a whole request may also have events of others. */
  readonly distinctIds: readonly string[];
  readonly line: string;
}

export function toExportedLetter(letter: StoredDeadLetter): ExportedLetter {
  const { distinctIds } = subjectOf(letter);
  const own = readRequestLetter(letter) ? [...new Set(distinctIds)] : distinctIds.slice(0, 1);
  return { id: letter.id, distinctIds: own, line: deadLetterToJsonLine(letter) };
}
