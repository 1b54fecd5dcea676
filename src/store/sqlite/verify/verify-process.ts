import { serveParent } from "../../../lib/threads/start-child.ts";
import { findProblems } from "./find-problems.ts";
import { openToRead } from "./inspect-database.ts";

export interface VerifyProcess {
  /** Returns up to three sentences about damage. `statement` is one that failed, or empty. Throws SQLite's errors. */
  verify(file: string, statement: string): string[];
}

serveParent({
  verify(file, statement) {
    const connection = openToRead(file);
    try {
      return findProblems(connection, statement);
    } finally {
      connection.close();
    }
  },
} satisfies VerifyProcess);
