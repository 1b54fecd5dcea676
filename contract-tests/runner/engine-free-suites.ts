/**
 * Suites whose requests are refused, or answered, before an engine or sample data could make a difference, with what
 * they check. They run on the embedded engines; on others, or on a sandbox, they would find the same.
 */
export const ENGINE_FREE_SUITES: Readonly<Record<string, string>> = {
  "bad-addresses": "queries and headers",
  "bad-bodies": "bodies that cannot be read or are of a wrong shape",
  "body-limits": "bodies whose values would take too much memory or time",
  "body-memory": "the memory that bodies take together",
  "connection-shares": "sockets",
  "hostile-bodies": "the memory that decoding takes",
  "malformed-requests": "what is not valid HTTP",
  "slow-bodies": "bodies that do not arrive in time",
};
