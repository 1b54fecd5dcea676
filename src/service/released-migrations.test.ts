import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { JOURNAL_MIGRATIONS } from "../ingest/journal/open-journal.ts";
import { INDEXES, indexName } from "../store/mongodb/indexes.ts";
import { recordIndexes } from "../store/mongodb/record-documents.ts";
import { SCHEMA_VERSION } from "../store/mongodb/schema.ts";
import { RECORD_KINDS } from "../store/records/record-kinds.ts";
import { MIGRATIONS } from "../store/sqlite/migrations.ts";

/**
 * Checksums of the statements of each migration. The first of the store and the first two of the journal were released
 * in 0.1.0, the others in 0.2.0, except the store's from the seventh on, of which the 15th was emptied. A migration
 * that databases have applied is not applied again, so a changed one would leave old and new databases different: add a
 * migration instead, and its checksum here.
 */
const CHECKSUMS = {
  "the store": [
    "ccf22c3354e68ddc",
    "6a8d991fd1113332",
    "0b39d39ddaa49161",
    "01c02b07ecebf429",
    "45b4dafe21489bd0",
    "deea6c9ad618425e",
    "41812a966f67fdb1",
    "108b3c610cbd5437",
    "af27b10cc767acbf",
    "d12e2ed267297de2",
    "771b129b07ea35ba",
    "eb45b22eefb4d1a5",
    "a4fdc9484c3b085f",
    "07c4e0e41550f4fc",
    "4f53cda18c2baa0c",
    "5551202af6c7588c",
    "2f417e2fc764a33e",
    "6e68b6514e0b34c2",
    "da6ba99194db4aee",
    "20aa444fbba2083e",
    "a90818f1cc06bb38",
  ],
  "the journal": ["a0afc7117dd01b92", "92b0a7ea8b82802d", "f10f55bb93077c6a", "88404c53d535ba2a", "4f53cda18c2baa0c"],
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

test("an index of MongoDB keeps its options, because an existing one cannot be created with others", () => {
  const ofRecords = RECORD_KINDS.map((kind) => [kind.name, recordIndexes(kind)] as const);
  const options = [...Object.entries(INDEXES), ...ofRecords].flatMap(([collection, indexes]) =>
    indexes.flatMap(({ key, ...rest }) =>
      Object.keys(rest).length > 0 ? [`${collection} ${indexName({ key })} ${JSON.stringify(rest)}`] : [],
    ),
  );
  assert.deepEqual(options, [
    'persons project_1_email_1_createdAt_-1__id_-1_mergedInto_1 {"partialFilterExpression":{"email":{"$gt":""}}}',
    'persons mergedInto_1 {"sparse":true}',
    ...["arrivedIn_1", "goneFrom_1", "waitingSince_1", "waitingBytes_1", "erasing_1", "receivedAt_1"].map(
      (name) => `recordings ${name} {"sparse":true}`,
    ),
    'keys id_1 {"unique":true,"partialFilterExpression":{"id":{"$exists":true}}}',
    'shares token_1 {"unique":true,"partialFilterExpression":{"token":{"$exists":true}}}',
    "event_schemas projectId_1_name_1 " +
      '{"unique":true,"partialFilterExpression":{"projectId":{"$exists":true},"name":{"$exists":true}}}',
    "oidc_accounts userId_1_issuer_1 " +
      '{"unique":true,"partialFilterExpression":{"userId":{"$exists":true},"issuer":{"$exists":true}}}',
    "sign_in_links userId_1_slot_1 " +
      '{"unique":true,"partialFilterExpression":{"userId":{"$exists":true},"slot":{"$exists":true}}}',
  ]);
  assert.equal(SCHEMA_VERSION, 1, "0.1.0 can open it: if not, raise this and say so in the changelog");
});
