import { from, type PublicCase } from "./case.ts";

type Properties = Readonly<Record<string, unknown>>;

interface Decision {
  /** Of a new person, if absent. */
  readonly distinctId?: string;
  readonly properties: Properties;
  readonly value: boolean | string;
}

export interface FlagCase extends PublicCase {
  /** The key, where the share of persons depends on it. */
  readonly key?: string;
  /** Conditions on properties, or the persons of a static cohort. `value` names one before it as `@name`. */
  readonly cohorts: Readonly<Record<string, object | readonly string[]>>;
  readonly filters: object;
  readonly decisions: readonly Decision[];
}

const all = (...values: readonly object[]) => ({ type: "AND", values });
const any = (...values: readonly object[]) => ({ type: "OR", values });
const is = (key: string, value: unknown, operator = "exact", more: object = {}) => ({
  ...{ type: "person", key, value, operator },
  ...more,
});
const isIn = (name: string, operator?: string) => ({
  ...{ type: "cohort", key: "id", value: `@${name}` },
  ...(operator && { operator }),
});
const NEGATED = { negation: true };
const groups = (...properties: readonly object[]) => ({ groups: [{ properties, rollout_percentage: 100 }] });
const decided = (value: boolean | string, properties: Properties, distinctId?: string): Decision => ({
  ...{ value, properties },
  ...(distinctId && { distinctId }),
});

const REGION = groups(is("region", ["USA"]), isIn("nation"));
const NATION = { nation: any(isIn("thing"), is("nation", ["UK"])) };
const THING = { thing: all(is("other", ["thing"])), ...NATION };
const NO_THING = { thing: all(is("other", ["thing"], "exact", NEGATED)), ...NATION };
const decides = (name: string, cohorts: FlagCase["cohorts"], ...decisions: readonly Decision[]) => ({
  ...{ name, cohorts, decisions },
  filters: REGION,
});

const PYTHON = from<FlagCase>("PostHog/posthog-python posthog/test/test_feature_flags.py", [
  decides("a property that is not met beside a cohort", THING, decided(false, { region: "UK" })),
  decides("one of two ways into a cohort", THING, decided(true, { region: "USA", nation: "UK" })),
  decides("into a cohort by another cohort", THING, decided(true, { region: "USA", other: "thing" })),
  decides("a property that is not met beside a cohort that leaves out", NO_THING, decided(false, { region: "UK" })),
  decides("one of two ways, of which the other leaves out", NO_THING, decided(true, { region: "USA", nation: "UK" })),
  decides("who is left out by another cohort", NO_THING, decided(false, { region: "USA", other: "thing" })),
  decides("who is not left out by another cohort", NO_THING, decided(true, { region: "USA", other: "thing2" })),
]);

const EMPLOYEES = {
  cohort: any(all(is("email", "^.*@example.com$", "regex"), is("email", "excluded.user", "icontains", NEGATED))),
};
const excluding = (name: string, email: string, value: boolean) => ({
  ...{ name, cohorts: EMPLOYEES, filters: groups(isIn("cohort")) },
  decisions: [decided(value, { email })],
});

const OPERATIONS = from<FlagCase>("PostHog/posthog rust/feature-flags/src/cohorts/cohort_operations.rs", [
  excluding("who is meant and not excluded", "test.user@example.com", true),
  excluding("who is meant and excluded", "excluded.user@example.com", false),
  excluding("who is not meant", "test.user@other.com", false),
  excluding("who is not meant and excluded", "excluded.user@other.com", false),
  {
    name: "a cohort of a static cohort",
    cohorts: { listed: ["static-nested"], cohort: any(any(isIn("listed"))) },
    filters: groups(isIn("cohort")),
    decisions: [decided(true, {}, "static-nested"), decided(false, {}, "static-other")],
  },
]);

const newer = (version: string) => ({ cohort: any(any(is("$browser_version", version, "gt"))) });
const MATCHING = from<FlagCase>("PostHog/posthog rust/feature-flags/src/flags/test_flag_matching.rs", [
  {
    name: "a number that is written as a text",
    cohorts: newer("125"),
    filters: groups(isIn("cohort", "in")),
    decisions: [decided(true, { $browser_version: 126 }), decided(false, { $browser_version: 125 })],
  },
  {
    name: "not in a cohort",
    cohorts: newer("125"),
    filters: groups(isIn("cohort", "not_in")),
    decisions: [decided(false, { $browser_version: 126 }), decided(true, { $browser_version: 125 })],
  },
  {
    name: "in a cohort of a cohort",
    cohorts: { ...newer("125"), dependent: any(any(isIn("cohort", "in"))) },
    filters: groups(isIn("dependent", "in")),
    decisions: [decided(true, { $browser_version: 126 }), decided(false, { $browser_version: 125 })],
  },
  {
    name: "in no cohort that is asked for",
    cohorts: newer("130"),
    filters: groups(isIn("cohort", "in")),
    decisions: [decided(false, { $browser_version: 125 })],
  },
  {
    name: "in a static cohort",
    cohorts: { cohort: ["static-in"] },
    filters: groups(isIn("cohort", "in")),
    decisions: [decided(true, {}, "static-in"), decided(false, {}, "static-out")],
  },
  {
    name: "not in a static cohort",
    cohorts: { cohort: ["static-listed"] },
    filters: groups(isIn("cohort", "not_in")),
    decisions: [decided(false, {}, "static-listed"), decided(true, {}, "static-unlisted")],
  },
]);

const EITHER = { cohort: all(any(is("$some_prop1", "something1"), is("$some_prop2", "something2"))) };
const DJANGO = from<FlagCase>("PostHog/posthog posthog/test/test_feature_flag.py", [
  {
    name: "the share of persons counts those of a cohort",
    key: "cohort-exp",
    cohorts: EITHER,
    filters: { groups: [{ properties: [isIn("cohort")], rollout_percentage: 28 }] },
    decisions: [
      decided(false, { $some_prop1: "something1" }, "example_id_4"),
      decided(true, { $some_prop2: "something2" }, "example_id_5"),
      decided(false, { $some_prop: "something" }, "example_id_6"),
      decided(false, {}, "another_id"),
    ],
  },
  {
    name: "conditions of the cohort in the flag decide alike",
    key: "cohort-exp-expanded",
    cohorts: {},
    filters: {
      groups: [
        { properties: [is("$some_prop1", "something1")], rollout_percentage: 100 },
        { properties: [is("$some_prop2", "something2")], rollout_percentage: 100 },
      ],
    },
    decisions: [decided(true, { $some_prop1: "something1" }), decided(true, { $some_prop2: "something2" })],
  },
  {
    name: "a cohort whose persons were never counted",
    cohorts: { cohort: any(all(is("$some_prop_1", "something_1"))) },
    filters: groups(isIn("cohort")),
    decisions: [decided(true, { $some_prop_1: "something_1" }), decided(false, {})],
  },
  {
    name: "two persons of a static cohort, and a third person",
    cohorts: { cohort: ["static-1", "static-2"] },
    filters: groups(isIn("cohort")),
    decisions: [decided(true, {}, "static-1"), decided(true, {}, "static-2"), decided(false, {}, "static-3")],
  },
  {
    name: "conditions without groups",
    cohorts: { cohort: any(all(is("$some_prop_2", "something_2"))) },
    filters: { properties: [isIn("cohort")] },
    decisions: [],
    refused: "filters__groups",
    differs: "PostHog reads this older form: write the conditions in groups",
  },
]);

export const FLAG_CASES: readonly FlagCase[] = [...PYTHON, ...OPERATIONS, ...MATCHING, ...DJANGO];
