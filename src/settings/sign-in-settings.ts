import { integer } from "./setting-readers.ts";
import { DAY_SECONDS } from "./units.ts";

/** How users sign in to the console. */
export const SIGN_IN_SETTINGS = {
  SESSION_SECONDS: integer(
    "How long a session of the console lasts that is not used, in seconds.",
    30 * DAY_SECONDS,
    300,
    400 * DAY_SECONDS,
  ),
  SIGN_IN_ATTEMPTS_PER_MINUTE: integer(
    "Maximum requests per minute from one address to sign in; 0: no limit.",
    30,
    0,
    1_000_000,
  ),
};
