import { unescapeText } from "../escape-text.ts";
import type { User } from "../ports/tenants.ts";
import type { UserRow } from "./row-types.ts";

/** Returns the user of a document. */
export const toUser = (row: UserRow): User => ({
  id: row.id,
  uuid: row.uuid,
  distinctId: unescapeText(row.distinctId),
  email: unescapeText(row.email),
  firstName: unescapeText(row.firstName),
  isEmailVerified: row.isEmailVerified,
  createdAt: row.createdAt,
});
