import type { Migration } from "../apply-migrations.ts";

/** One row: what identifies this database and its copies. */
export const storeId: Migration = [
  "CREATE TABLE store_id (id TEXT NOT NULL)",
  "INSERT INTO store_id SELECT lower(hex(randomblob(16)))",
];
