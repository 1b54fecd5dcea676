import { serveParent } from "../../lib/threads/start-child.ts";
import { StoreFault } from "../ports/common.ts";
import { findProblems, openToRead } from "./inspect-database.ts";

export interface VerifyProcess {
  /** Returns up to three sentences about damage. `statement` is one that failed, or empty. Throws SQLite's errors. */
  verify(file: string, statement: string): string[];
}

serveParent({
  verify(file, statement) {
    using connection = openToRead(file);
    try {
      return findProblems(connection, statement);
    } catch (error) {
      // Another process reports what its own connections meet, so damage that ends the reading is a finding here.
      if (error instanceof StoreFault) return [(error.cause as Error).message];
      throw error;
    }
  },
} satisfies VerifyProcess);
