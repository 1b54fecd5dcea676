import type { Migration } from "../apply-migrations.ts";

/** Who created a flag and when (for existing ones, their last change), the latest changes, and restorable flags. */
export const flagChanges: Migration = [
  "ALTER TABLE flags ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE flags ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE flags ADD COLUMN created_by INTEGER",
  "ALTER TABLE flags ADD COLUMN activity TEXT NOT NULL DEFAULT '[]'",
  "UPDATE flags SET created_at = updated_at",
];
