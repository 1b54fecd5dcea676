import type { Migration } from "../apply-migrations.ts";

/** The hour of each key's last use. */
export const keyUses: Migration = ["ALTER TABLE keys ADD COLUMN last_used_at INTEGER"];
