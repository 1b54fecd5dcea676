import type { Millis } from "../storage/ports/common.ts";
import type { Invites } from "../storage/ports/invites.ts";
import type { Tenants } from "../storage/ports/tenants.ts";
import type { InviteMailer } from "./invite-mailer.ts";
import type { Logger } from "./logger.ts";

/** What the operations on invites are handed. */
export interface InvitePorts {
  readonly invites: Invites;
  readonly tenants: Pick<Tenants, "findUsers" | "hasMemberWithEmail" | "organizationOfMember">;
  /** Null where no mail is sent. */
  readonly mailer: InviteMailer | null;
  readonly logger: Logger;
  readonly now: () => Millis;
  /** How long an invite is valid, in seconds. */
  readonly expirySeconds: number;
}
