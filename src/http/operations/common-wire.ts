import type { components } from "../../../generated/openapi.ts";
import type { User } from "../../store/ports/tenants.ts";

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

export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
