import { integer } from "./setting-readers.ts";

export const RATE_LIMIT_SETTINGS = {
  RATE_LIMIT_PER_MINUTE: integer(
    "Maximum requests per minute to the private endpoints with one key; 0: no limit.",
    1200,
    0,
    1_000_000,
  ),
  RATE_LIMIT_KEY_REQUESTS_PER_SECOND: integer(
    "Maximum requests per second to the public endpoints with one key, on each node; 0: no limit.",
    0,
    0,
    1_000_000,
  ),
  RATE_LIMIT_KEY_EVENTS_PER_SECOND: integer(
    "Maximum events per second with one key, on each node; 0: no limit.",
    0,
    0,
    10_000_000,
  ),
  RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND: integer(
    "Maximum requests per second from one client address, on each node; 0: no limit. See TRUST_PROXY.",
    0,
    0,
    1_000_000,
  ),
  RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND: integer(
    "Maximum events per second from one client address, on each node; 0: no limit. See TRUST_PROXY.",
    0,
    0,
    10_000_000,
  ),
  RATE_LIMIT_ADDRESS_PAGES_PER_SECOND: integer(
    "Maximum requests per second from one client address for pages, the contract and scripts of the browser library, " +
      "on each node; 0: no limit. See TRUST_PROXY.",
    50,
    0,
    1_000_000,
  ),
  RATE_LIMIT_BURST_SECONDS: integer(
    "How many seconds of the limits per second a key or an address may use at once.",
    10,
    1,
    3600,
  ),
};
