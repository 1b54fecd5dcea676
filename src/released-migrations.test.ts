import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { JOURNAL_MIGRATIONS } from "./capture/journal/open-journal.ts";
import { MIGRATIONS } from "./storage/sqlite/migrations/index.ts";

/**
 * Checksums of the statements of each migration. A migration that databases have applied is not applied again, so a
 * changed one would leave old and new databases different: add a migration instead, and its checksum here.
 */
const CHECKSUMS = {
  "the store": [
    "ccf22c3354e68ddc", // released in 0.1.0
    "6a8d991fd1113332",
    "0b39d39ddaa49161",
    "01c02b07ecebf429",
    "45b4dafe21489bd0",
    "deea6c9ad618425e",
  ],
  // The first two were released in 0.1.0.
  "the journal": ["a0afc7117dd01b92", "92b0a7ea8b82802d", "f10f55bb93077c6a", "88404c53d535ba2a"],
};
const MIGRATED = { "the store": MIGRATIONS, "the journal": JOURNAL_MIGRATIONS };

describe("migrations are never changed", () => {
  for (const name of ["the store", "the journal"] as const) {
    test(`of ${name}`, () => {
      const checksums = MIGRATED[name].map((statements) => {
        return createHash("sha256").update(JSON.stringify(statements)).digest("hex").slice(0, 16);
      });
      assert.deepEqual(checksums, CHECKSUMS[name]);
    });
  }
});
