import type { components } from "../../../generated/openapi.ts";
import type { User } from "../../store/ports/tenants.ts";

/** Returns a user as in responses. */
export function userToWire(user: User): components["schemas"]["User"] {
  return {
    id: user.id,
    uuid: user.uuid,
    distinct_id: user.distinctId,
    first_name: user.firstName,
    email: user.email,
    is_email_verified: user.isEmailVerified,
  };
}

/** Formats milliseconds since 1970 as ISO 8601. */
export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
