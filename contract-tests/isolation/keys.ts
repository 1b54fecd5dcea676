import { createHash } from "node:crypto";
import { target } from "../client/target.ts";

/** Returns keys besides the owner's that may not reach the other tenant, by name; null for none. */
export function keysWithoutAccess(): Record<string, string | null> {
  const { tenant, otherTenant, readOnlyKey } = target;
  const { personalApiKey: theirKey } = otherTenant;
  return {
    "a member's key": tenant.details?.memberPersonalApiKey ?? "",
    "a read-only key": readOnlyKey ?? "",
    "no key": null,
    "a wrong key": `phx_${"0aZ".repeat(15).slice(0, 43)}`,
    "our project key": tenant.projectApiKey,
    "their project key": otherTenant.projectApiKey,
    "their key in upper case": theirKey.toUpperCase(),
    "their key cut off": theirKey.slice(0, -1),
    "their key continued": `${theirKey}0`,
    "the stored hash of their key": createHash("sha256").update(theirKey).digest("hex"),
    "a prefix only": "phx_",
    "bytes outside ASCII": "ÿ".repeat(50),
    "a long key": "x".repeat(4000),
  };
}
