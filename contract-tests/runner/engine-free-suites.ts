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

/**
 * Suites whose answers the same code gives on every engine, from rows that other suites check there, with that code.
 * With `--brief` they run on the embedded engines only.
 */
export const ENGINE_ALIKE_SUITES: Readonly<Record<string, string>> = {
  actions: "the engine of questions",
  agents: "messages of agents",
  comparisons: "the engine of questions",
  compatibility: "older shapes of requests",
  cors: "headers",
  "event-schemas": "rules of events",
  exceptions: "the engine of questions",
  experiments: "the engine of questions",
  "feature-flags-refused": "rules of flags",
  findings: "the engine of questions",
  "flag-limits": "rules of flags",
  "flag-previews": "shapes of decisions",
  formulas: "the engine of questions",
  "invite-limits": "limits of invites",
  "invite-links": "the page of an invite",
  "invite-mails": "mails",
  "large-batches": "the memory of large bodies",
  "library-flags": "shapes of decisions",
  "library-scripts": "files for browsers",
  "moving-over": "pages and shapes for libraries",
  openfeature: "shapes of decisions",
  "page-caching": "headers of pages",
  passkeys: "ways to sign in",
  passwords: "ways to sign in",
  paths: "the engine of questions",
  "provider-sign-in": "ways to sign in",
  "public-cases": "the engine of questions, and rules of flags",
  "published-questions": "the engine of questions",
  "question-actors": "the engine of questions",
  "question-counts": "the engine of questions",
  "question-times": "the engine of questions",
  "recording-forms": "shapes of snapshots",
  "remote-configuration": "files for browsers",
  "request-examples": "examples of the document",
  "sign-in": "ways to sign in",
  "sign-in-mails": "mails",
  "test-accounts": "the engine of questions",
  "unusual-bodies": "decoding",
  "web-visits": "the engine of questions",
};
