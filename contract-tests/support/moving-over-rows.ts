/** What the page about moving over says of decisions, with what other servers answer. */

/** How the bullet on the page begins. */
type Row = string;

interface DecidedCase {
  /** Absent for what other servers decide alike. */
  readonly row?: Row;
  readonly operator: string;
  readonly value: unknown;
  /** The person's. */
  readonly property: unknown;
  readonly here: boolean;
  /** What PostHog's server answers, in a project with version 1 of its rules; an error leaves the flag out. */
  readonly there: boolean | "error";
}

const VERSIONS = "Conditions compare as the rules of PostHog's `property_matching_version` 2 do.";
const NUMBERS = "`gt`, `gte`, `lt` and `lte` compare numbers only";
const DATES = "Dates without a zone are in UTC";
const COHORT_OPERATORS = "`in` and `not_in` compare properties";

export const DECIDED: readonly DecidedCase[] = [
  { row: VERSIONS, operator: "exact", value: "false", property: "banana", here: false, there: true },
  { row: VERSIONS, operator: "exact", value: ["true", "false"], property: "banana", here: false, there: true },
  { row: VERSIONS, operator: "is_not", value: "true", property: "banana", here: true, there: true },
  { row: NUMBERS, operator: "gt", value: 5, property: "inf", here: false, there: true },
  { row: NUMBERS, operator: "lt", value: 5, property: "-inf", here: false, there: true },
  // In a project whose time zone is Europe/Oslo.
  {
    ...{ row: DATES, operator: "is_date_before", value: "2024-06-01T00:00:00Z" },
    ...{ property: "2024-06-01 01:00", here: false, there: true },
  },
  { row: COHORT_OPERATORS, operator: "in", value: ["pro"], property: "PRO", here: true, there: "error" },
  { row: COHORT_OPERATORS, operator: "not_in", value: ["pro"], property: "free", here: true, there: "error" },
  { operator: "exact", value: [], property: "True", here: true, there: true },
  { operator: "exact", value: [], property: "x", here: false, there: false },
  { operator: "gt", value: 5, property: "10", here: true, there: true },
  { operator: "semver_gt", value: "1.2.3-alpha.1", property: "1.2.3-beta", here: true, there: true },
  { operator: "semver_lt", value: "1.2.3", property: "1.2.3-rc.1", here: true, there: true },
  { operator: "semver_caret", value: "1.2.3", property: "1.3.0-beta", here: false, there: false },
  { operator: "semver_eq", value: "1.2.3", property: "1.2.3.4", here: false, there: false },
  { operator: "semver_neq", value: "1.2.3", property: "1.2.3.4", here: false, there: false },
  { operator: "semver_eq", value: "3.8", property: "v3.08", here: true, there: true },
];

interface RefusedCase {
  readonly row: Row;
  readonly flag: object;
  readonly attr: string;
  /** What other servers do with it, where the page says so. */
  readonly there: "accepted" | "error" | "ignored";
}

const property = (filter: object) => ({ filters: { groups: [{ properties: [{ key: "plan", ...filter }] }] } });
const ALL = { filters: { groups: [{}] } };
const FIELDS = "A definition that has a field that could change a decision";
const COHORTS = "Conditions on cohorts that the project does not have are refused";
const EXPRESSIONS = "Regular expressions are RE2's";
const VALUE = "filters__groups__0__properties__0__value";

export const REFUSED: readonly RefusedCase[] = [
  { row: FIELDS, flag: { ...ALL, has_encrypted_payloads: true }, attr: "has_encrypted_payloads", there: "accepted" },
  { row: FIELDS, flag: { ...ALL, rollback_conditions: [{}] }, attr: "rollback_conditions", there: "accepted" },
  {
    ...{ row: FIELDS, flag: property({ value: "pro", negation: true }), there: "accepted" },
    attr: "filters__groups__0__properties__0__negation",
  },
  { row: FIELDS, flag: { ...ALL, later: 1 }, attr: "later", there: "ignored" },
  {
    ...{
      row: COHORTS,
      flag: property({ key: "id", type: "cohort", operator: "in", value: 999_999 }),
      there: "accepted",
    },
    attr: VALUE,
  },
  { row: NUMBERS, flag: property({ operator: "gt", value: "m" }), attr: VALUE, there: "error" },
  { row: NUMBERS, flag: property({ operator: "lte", value: "inf" }), attr: VALUE, there: "accepted" },
  { row: EXPRESSIONS, flag: property({ operator: "regex", value: "^(?!internal)" }), attr: VALUE, there: "accepted" },
  { row: EXPRESSIONS, flag: property({ operator: "regex", value: "(?<=a)b" }), attr: VALUE, there: "accepted" },
  { row: EXPRESSIONS, flag: property({ operator: "regex", value: "(a)\\1" }), attr: VALUE, there: "accepted" },
];

/** The rewriting that the page advises: another filter, or another expression. */
export const REWRITTEN: readonly (readonly [operator: string, pattern: string, text: string, here: boolean])[] = [
  ["not_regex", "^internal", "internal-7", false],
  ["not_regex", "^internal", "public", true],
  ["regex", "foobar", "a foobar", true],
  ["regex", "ab", "cab", true],
];

/** Tests of other rows, with a part of their text. */
export const TESTED_ELSEWHERE: Readonly<Record<Row, readonly [path: string, text: string]>> = {
  "Which features of posthog-js are on": [
    "contract-tests/clients/library-features.suite.ts",
    "each is off if the page",
  ],
  "Surveys have no HTML": ["contract-tests/suites/surveys.long.suite.ts", "html"],
  "Scheduled changes have no": ["contract-tests/suites/scheduled-changes.long.suite.ts", "add_release_condition"],
  "A flag is stale": ["src/questions/stale-flags.long.test.ts", "Nobody has asked for it in 30 days."],
  "A flag that is copied": ["contract-tests/suites/copy-flags.suite.ts", "The project has no cohort"],
  "Cohorts: `performed_event_regularly`": ["contract-tests/support/public-cases/cohorts.ts", "differs:"],
  "Actions: selectors are CSS's": ["contract-tests/support/public-cases/actions.ts", "differs:"],
  "A flag has its conditions in `groups`": ["contract-tests/support/public-cases/flags.ts", "differs:"],
  "A body may have up to": ["contract-tests/suites/body-limits.suite.ts", "one event holds no more than"],
  "`/i/v0/ai` stores an event in parts": ["contract-tests/suites/event-parts.suite.ts", "data:image/jpeg;base64,"],
  "`/batch/` and the other paths": [
    "contract-tests/suites/compatibility.long.suite.ts",
    "an event in each line is stored",
  ],
  "The service compares properties of up to": ["contract-tests/suites/flag-limits.suite.ts", "10_001"],
  "A flag that a server library decides itself": ["contract-tests/clients/local-evaluation.suite.ts", "persons"],
  "posthog-node before 4.10": ["contract-tests/clients/local-evaluation.suite.ts", "ASCII_ONLY_VERSIONS"],
  "Older server libraries": ["contract-tests/clients/languages/clients.ts", "PYTHON_3_0"],
  "posthog-server queues": [
    "contract-tests/clients/languages/jvm/ServerLibrary.java",
    "a thread of the library has queued",
  ],
  "Newer libraries can be set to": ["contract-tests/suites/events-with-results.suite.ts", "each event has its result"],
  "posthog-js 1.13 has no groups": ["contract-tests/clients/posthog-js.suite.ts", "has no groups and no payloads"],
};
