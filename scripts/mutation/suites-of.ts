/** The suites of the contract tests that concern a part of `src/http`; the first match counts. */
const SUITES: readonly (readonly [part: RegExp, suites: readonly string[]])[] = [
  [/feature-flag/, ["feature-flags", "feature-flags-refused"]],
  [/ofrep/, ["openfeature", "openfeature-stream"]],
  [/flag-streams/, ["openfeature-stream"]],
  [/answered-events/, ["answered-events"]],
  [/\/answer\.ts/, ["access", "batch", "body-memory", "throttle", "rate-limits"]],
  [/decode\/(body-memory|read-body|chunks)/, ["bad-bodies", "body-memory", "slow-bodies", "wire"]],
  [
    /decode\/|check-body|event-operations/,
    ["capture", "batch", "bad-bodies", "compatibility", "stored", "openfeature"],
  ],
  [/person-/, ["persons", "erasures", "recordings"]],
  [/erasure/, ["erasures"]],
  [/user-/, ["members", "documented-answers"]],
  [/invite/, ["invites", "invite-limits", "accept-invites"]],
  [/decide|flag|exact-ids/, ["decide", "library-flags", "flag-limits", "compatibility", "openfeature"]],
  [/client|script/, ["library-scripts", "library-flags", "compatibility"]],
  [/snapshots|file-reply|conditional/, ["recordings", "recording-downloads", "recording-player"]],
  [/recording|session-ids|iso-time/, ["recordings", "recording-lists", "recording-forms", "recording-names"]],
  [/pagination/, ["recording-lists", "invites"]],
  [/pages\//, ["publications", "recording-player", "library-scripts"]],
  [/metrics|gauges|readiness|service-op/, ["service", "outage"]],
  [/rate-limit|client-address/, ["rate-limits", "throttle"]],
];
const REQUESTS = [
  "bad-bodies",
  "wire",
  "access",
  "cors",
  "paths",
  "bad-addresses",
  "malformed-requests",
  "documented-answers",
];

/** Returns the names of the suites to run first if this module changes. */
export function suitesOf(file: string): readonly string[] {
  return SUITES.find(([part]) => part.test(file))?.[1] ?? REQUESTS;
}
