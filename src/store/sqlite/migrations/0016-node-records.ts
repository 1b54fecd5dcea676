import type { Migration } from "../apply-migrations.ts";
import { recordsOf, textOf } from "./records-of.ts";

/** Nodes and recent invites become records. */
export const nodeRecords: Migration = [
  ...recordsOf("nodes", `'id', id, 'name', ${textOf("name")}, 'seenAt', seen_at`),
  ...recordsOf("recent_invites", "'organizationId', organization_id, 'list', json(list)"),
];
