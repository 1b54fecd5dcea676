import { from, type PublicCase } from "./case.ts";

/** An event, how many days ago it happened, and its properties. */
type Did = readonly [event: string, daysAgo: number, properties?: Readonly<Record<string, unknown>>];

interface CasePerson {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly did?: readonly Did[];
}

interface CaseCohort {
  readonly properties?: object;
  /** The older form. */
  readonly groups?: readonly object[];
  /** The persons of a static cohort. */
  readonly persons?: readonly string[];
}

export interface CohortCase extends PublicCase {
  /** The steps of actions: `key` and `seq_event` name one as `@name`. */
  readonly actions?: Readonly<Record<string, readonly object[]>>;
  /** A condition's `value` names one before it as `@name`. Of the last, the persons are asked for. */
  readonly cohorts: Readonly<Record<string, CaseCohort>>;
  readonly persons: Readonly<Record<string, CasePerson>>;
  readonly members: readonly string[];
}

const all = (...values: readonly object[]) => ({ type: "AND", values });
const any = (...values: readonly object[]) => ({ type: "OR", values });
const is = (key: string, value: unknown, more: object = {}) => ({ type: "person", key, value, ...more });
const isIn = (name: string, more: object = {}) => ({ type: "cohort", key: "id", value: `@${name}`, ...more });
const not = (condition: object) => ({ ...condition, negation: true });
type Time = readonly [value: number, interval: string];
const behavior = (value: string, key: string, [time_value, time_interval]: Time, more: object = {}) => ({
  ...{ type: "behavioral", value, key, event_type: key.startsWith("@") ? "actions" : "events" },
  ...{ time_value, time_interval, ...more },
});
const did = (key: string, time: Time, more: object = {}) => behavior("performed_event", key, time, more);
const often = (key: string, operator: string, operator_value: number, time: Time = [1, "week"], more: object = {}) =>
  behavior("performed_event_multiple", key, time, { operator, operator_value, ...more });
const later = ([seq_time_value, seq_time_interval]: Time) => ({ seq_time_value, seq_time_interval });
const sequence = (key: string, time: Time, within: Time, seq_event = key) => {
  const seq_event_type = seq_event.startsWith("@") ? "actions" : "events";
  return behavior("performed_event_sequence", key, time, { seq_event, seq_event_type, ...later(within) });
};
const only = (...values: readonly object[]) => ({ cohort: { properties: all(...values) } });
const either = (...values: readonly object[]) => ({ cohort: { properties: any(...values) } });
const who = (...events: readonly Did[]): CasePerson => ({ did: events });

const HOUR = 1 / 24;
const WEEK: Time = [1, "week"];
const view = "$pageview";
const mail = "test@shop.example";
/** Two views with some days between them, the later one an hour ago. */
const twice = (days: number, event = view): readonly Did[] => [
  [event, HOUR],
  [event, days + HOUR],
];
const FEEDBACK = {
  feedback: [{ event: "$autocapture", url: "https://shop.example/feedback/123", url_matching: "exact" }],
};
const clicked = (daysAgo: number): Did => [
  "$autocapture",
  daysAgo,
  { $current_url: "https://shop.example/feedback/123" },
];
const filtersTo = (value: string, operator = "exact") => ({ key: "$filter_prop", type: "event", value, operator });
const LAYERS = {
  "did it": { properties: all(did("$new_view", [7, "day"])) },
  "did not, and is not": {
    properties: all(did("$some_event", [7, "day"]), not(is("name", "test2")), not(isIn("did it"))),
  },
};
const LAYERED = {
  both: { properties: { name: "test2" }, did: [["$new_view", 6] as Did, ["$some_event", 6] as Did] },
  one: { properties: { name: "test" }, did: [["$some_event", 6] as Did] },
  named: { properties: { name: "test2" }, did: [["$some_event", 6] as Did] },
};

export const COHORT_CASES: readonly CohortCase[] = from<CohortCase>(
  "PostHog/posthog ee/clickhouse/queries/test/test_cohort_query.py",
  [
    {
      name: "an event in one of two times, an action for the first time, and a property",
      actions: FEEDBACK,
      cohorts: {
        cohort: {
          properties: all(
            any(did(view, [1, "day"]), did(view, [2, "week"])),
            all(behavior("performed_event_first_time", "@feedback", [2, "week"]), is("email", mail)),
          ),
        },
      },
      persons: {
        all: { properties: { email: mail }, did: [clicked(2), [view, 1]] },
        "action too early": { properties: { email: mail }, did: [clicked(21), [view, 1]] },
        "another address": { properties: { email: "XX" }, did: [clicked(2), [view, 1]] },
      },
      members: ["all"],
    },
    {
      name: "an event since a relative date",
      cohorts: only({ type: "behavioral", value: "performed_event", key: view, explicit_datetime: "-1w" }),
      persons: { recent: who([view, 2]), before: who([view, 9]) },
      members: ["recent"],
    },
    {
      name: "an explicit date precedes the time, and the event has a property",
      cohorts: only(did(view, WEEK, { explicit_datetime: "-3d", event_filters: [filtersTo("something")] })),
      persons: {
        recent: who([view, 2, { $filter_prop: "something" }]),
        before: who([view, 2], [view, 5, { $filter_prop: "something" }]),
      },
      members: ["recent"],
    },
    {
      name: "at least so often",
      cohorts: only(often(view, "gte", 1)),
      persons: { twice: who([view, 2], [view, 4]), before: who([view, 9]) },
      members: ["twice"],
    },
    {
      name: "at least so often with two properties",
      cohorts: only(
        often(view, "gte", 1, WEEK, { event_filters: [filtersTo("something"), filtersTo("some", "icontains")] }),
      ),
      persons: {
        with: who([view, 2, { $filter_prop: "something" }], [view, 4, { $filter_prop: "something" }]),
        without: who([view, 2], [view, 4]),
      },
      members: ["with"],
    },
    {
      name: "at most once is once: those who never did it are not meant",
      cohorts: only(often(view, "lte", 1)),
      persons: { never: { properties: { name: "x" } }, once: who([view, 0.4]), twice: who([view, 0.4], [view, 0.3]) },
      members: ["once"],
    },
    {
      name: "one of several numbers of times",
      cohorts: either(often(view, "exact", 1), often(view, "exact", 2)),
      persons: { one: who([view, 0.4]), other: who([view, 0.4]), two: who([view, 0.4], [view, 0.3]) },
      members: ["one", "other", "two"],
    },
    {
      name: "the operator eq",
      cohorts: only(often(view, "eq", 1)),
      persons: {},
      members: [],
      refused: "filters__properties__values__0__operator",
      differs: "what PostHog's pages write is exact; eq is of an older form, where it is read",
    },
    {
      name: "zero times",
      cohorts: only(often(view, "exact", 0)),
      persons: { never: { properties: { name: "x" } }, once: who([view, 0.4]) },
      members: [],
      differs: "PostHog fails when it calculates the cohort",
    },
    {
      name: "stopped",
      cohorts: only(behavior("stopped_performing_event", view, [2, "week"], later(WEEK))),
      persons: { stopped: who([view, 10]), goes: who([view, 3]) },
      members: ["stopped"],
    },
    {
      name: "stopped for longer than it is looked at",
      cohorts: only(behavior("stopped_performing_event", view, [1, "day"], later([2, "day"]))),
      persons: {},
      members: [],
      refused: "filters__properties__values__0__seq_time_value",
    },
    {
      name: "restarted",
      cohorts: only(behavior("restarted_performing_event", view, WEEK, later([2, "day"]))),
      persons: {
        restarted: who([view, 20], [view, 1]),
        "never stopped": who([view, 20], [view, 5], [view, 1]),
        "just started": who([view, 1]),
        stopped: who([view, 20]),
      },
      members: ["restarted"],
    },
    {
      name: "restarted after a pause longer than it is looked at",
      cohorts: only(behavior("restarted_performing_event", view, [1, "day"], later([2, "day"]))),
      persons: {},
      members: [],
      refused: "filters__properties__values__0__seq_time_value",
    },
    {
      name: "for the first time",
      cohorts: only(behavior("performed_event_first_time", view, WEEK)),
      persons: { again: who([view, 20], [view, 4]), first: who([view, 4]) },
      members: ["first"],
    },
    {
      name: "regularly",
      cohorts: only(behavior("performed_event_regularly", view, [3, "day"], { operator: "gte", operator_value: 1 })),
      persons: {},
      members: [],
      refused: "filters__properties__values__0__value",
      differs: "a cohort has no periods: combine conditions with times of their own",
    },
    {
      name: "properties only, in groups",
      cohorts: either(
        any(is("email", "test1@shop.example"), is("email", "test2@shop.example")),
        all(is("name", "test3"), is("email", "test3@shop.example")),
      ),
      persons: {
        one: { properties: { name: "test", email: "test1@shop.example" } },
        two: { properties: { name: "test", email: "test2@shop.example" } },
        three: { properties: { name: "test3", email: "test3@shop.example" } },
        four: { properties: { name: "test3", email: "test4@shop.example" } },
      },
      members: ["one", "two", "three"],
    },
    {
      name: "a property beside events in one group, and an action in the other",
      actions: FEEDBACK,
      cohorts: {
        cohort: {
          properties: all(
            any(did(view, [1, "day"]), did(view, [2, "week"]), is("name", "special")),
            all(behavior("performed_event_first_time", "@feedback", [2, "week"]), is("email", mail)),
          ),
        },
      },
      persons: {
        all: { properties: { name: "test", email: mail }, did: [clicked(2), [view, 1]] },
        "action too early": { properties: { name: "test", email: mail }, did: [clicked(21), [view, 1]] },
        special: { properties: { name: "special", email: mail }, did: [clicked(2)] },
      },
      members: ["all", "special"],
    },
    {
      name: "a property, or an event that nobody sent",
      cohorts: either(did("never sent", WEEK), is("$sample_field", mail)),
      persons: { has: { properties: { $sample_field: mail } }, "has not": { properties: { name: "x" } } },
      members: ["has"],
    },
    {
      name: "those who did not, alone",
      cohorts: only(not(did(view, WEEK))),
      persons: { recent: who([view, 2]), before: who([view, 10]) },
      members: ["before"],
      differs: "PostHog refuses a cohort that only leaves out",
    },
    {
      name: "did one and not the other",
      cohorts: only(not(did(view, [30, "day"])), did("$feature_flag_called", [30, "day"])),
      persons: { views: who([view, 2]), before: who([view, 10]), calls: who(["$feature_flag_called", 10]) },
      members: ["calls"],
    },
    {
      name: "did one, and the other not for two weeks",
      cohorts: only(did("$new_view", WEEK), not(did(view, [2, "week"]))),
      persons: {
        recent: who([view, 2], ["$new_view", 4]),
        other: who([view, 4]),
        "long ago": who([view, 35], ["$new_view", 4]),
        never: who(["$new_view", 4]),
      },
      members: ["long ago", "never"],
    },
    {
      name: "did one, and no sequence of the other",
      cohorts: only(did("$new_view", WEEK), not(sequence(view, [8, "day"], [3, "day"]))),
      persons: {
        sequence: who(...twice(2), ["$new_view", 4]),
        other: who(...twice(2)),
        "long ago": who([view, 35], [view, 37], ["$new_view", 4]),
        never: who(["$new_view", 4]),
        once: who([view, 5], ["$new_view", 4]),
        "too slow": who(...twice(4), ["$new_view", 4]),
      },
      members: ["long ago", "never", "once", "too slow"],
    },
    {
      name: "those of a cohort in the older form",
      cohorts: {
        named: { groups: [{ properties: [is("name", "test")] }] },
        cohort: { properties: all(isIn("named")) },
      },
      persons: { named: { properties: { name: "test" } }, other: { properties: { name: "other" } } },
      members: ["named"],
    },
    {
      name: "the older form with a property of events, which means the person's",
      cohorts: {
        cohort: { groups: [{ properties: [{ key: "email", type: "event", value: [mail], operator: "exact" }] }] },
      },
      persons: {},
      members: [],
      refused: "groups__0__properties__0__type",
      differs: "a property has its own type: PostHog reads it as the person's",
    },
    {
      name: "the older form without a type",
      cohorts: { cohort: { groups: [{ properties: [{ key: "email", value: [mail], operator: "exact" }] }] } },
      persons: {},
      members: [],
      refused: "groups__0__properties__0__type",
      differs: "a property has its own type: PostHog reads it as the person's",
    },
    {
      name: "the oldest form, with properties by their names",
      cohorts: { cohort: { groups: [{ properties: { abra: "cadabra" } }] } },
      persons: {},
      members: [],
      refused: "groups__0__properties",
      differs: "no page of PostHog has written it for years",
    },
    {
      name: "those of a cohort who did something",
      cohorts: {
        named: { properties: all(is("name", "test")) },
        cohort: { properties: all(isIn("named"), did(view, WEEK)) },
      },
      persons: { idle: { properties: { name: "test" } }, active: { properties: { name: "test" }, did: [[view, 2]] } },
      members: ["active"],
    },
    {
      name: "those of a cohort, or who did something",
      cohorts: {
        named: { properties: all(is("name", "test")) },
        cohort: { properties: any(isIn("named"), did(view, WEEK)) },
      },
      persons: {
        idle: { properties: { name: "test" } },
        active: { properties: { name: "other" }, did: [[view, 2]] },
        neither: { properties: { name: "other" } },
      },
      members: ["idle", "active"],
    },
    {
      name: "those of a cohort with a sequence, and another sequence",
      cohorts: {
        inner: { properties: all(is("name", "test"), sequence(view, [8, "day"], [3, "day"])) },
        cohort: { properties: all(isIn("inner"), sequence("$new_view", [8, "day"], [8, "day"])) },
      },
      persons: {
        inner: { properties: { name: "test" }, did: twice(2) },
        both: { properties: { name: "test" }, did: [...twice(2), ...twice(6, "$new_view")] },
        unnamed: { properties: { email: mail }, did: twice(2) },
        outer: { properties: { name: "test" }, did: [...twice(6), ...twice(6, "$new_view")] },
      },
      members: ["both"],
    },
    {
      name: "those of a static cohort",
      cohorts: { listed: { persons: ["listed"] }, cohort: { properties: any(isIn("listed")) } },
      persons: { listed: { properties: { name: "test" } }, other: { properties: { name: "test" } } },
      members: ["listed"],
    },
    {
      name: "those of a static cohort who did something",
      cohorts: {
        listed: { persons: ["idle", "active"] },
        cohort: { properties: all(isIn("listed"), did(view, WEEK)) },
      },
      persons: { idle: { properties: { name: "test" } }, active: who([view, 2]), other: who([view, 2]) },
      members: ["active"],
    },
    {
      name: "those of a static cohort, or who did something",
      cohorts: { listed: { persons: ["idle"] }, cohort: { properties: any(isIn("listed"), did(view, WEEK)) } },
      persons: { idle: { properties: { name: "x" } }, active: who([view, 2]), other: { properties: { name: "x" } } },
      members: ["idle", "active"],
    },
    {
      name: "a sequence of one event",
      cohorts: only(sequence(view, [7, "day"], [3, "day"])),
      persons: { twice: who(...twice(2)), once: who([view, 2]) },
      members: ["twice"],
    },
    {
      name: "a sequence of an action",
      actions: { page: [{ event: view, url: "https://shop.example/feedback/123", url_matching: "exact" }] },
      cohorts: only(sequence("@page", [7, "day"], [3, "day"], "@page")),
      persons: {
        twice: who(
          ...twice(2).map(([event, ago]): Did => [event, ago, { $current_url: "https://shop.example/feedback/123" }]),
        ),
        once: who([view, 2, { $current_url: "https://shop.example/feedback/123" }]),
      },
      members: ["twice"],
    },
    {
      name: "a sequence, or restarted",
      cohorts: either(
        sequence(view, [7, "day"], [3, "day"]),
        behavior("restarted_performing_event", "$new_view", [2, "week"], later(WEEK)),
      ),
      persons: {
        sequence: who(...twice(2)),
        restarted: who(["$new_view", 18], ["$new_view", 5]),
        once: who([view, 2]),
      },
      members: ["sequence", "restarted"],
    },
    {
      name: "a sequence, so often, and a property",
      cohorts: only(sequence(view, [7, "day"], [3, "day"]), often(view, "gte", 1), is("email", mail)),
      persons: {
        all: { properties: { email: mail }, did: twice(2) },
        once: { properties: { email: mail }, did: [[view, 2]] },
        "another address": { properties: { email: "x" }, did: twice(2) },
      },
      members: ["all"],
    },
    {
      name: "two sequences",
      cohorts: only(sequence(view, [7, "day"], [3, "day"]), sequence(view, [2, "week"], [2, "day"], "$new_view")),
      persons: { both: who(...twice(2), [view, 10], ["$new_view", 9]), one: who([view, 10], ["$new_view", 9]) },
      members: ["both"],
    },
    {
      name: "a sequence, or another event",
      cohorts: either(sequence(view, [7, "day"], [3, "day"]), often("$new_view", "gte", 1)),
      persons: { sequence: who([view, 6], [view, 5]), other: who(["$new_view", 3]), once: who([view, 6]) },
      members: ["sequence", "other"],
    },
    {
      name: "a static cohort is left out in a cohort of a cohort",
      cohorts: {
        listed: { persons: ["four", "five"] },
        "did it, unlisted": { properties: all(did("$new_view", [7, "day"]), not(isIn("listed"))) },
        cohort: { properties: any(isIn("did it, unlisted"), did(view, WEEK)) },
      },
      persons: {
        one: { properties: { name: "test" } },
        two: who([view, 2]),
        three: who(["$new_view", 1]),
        four: who(["$new_view", 1]),
        five: { properties: { name: "test" } },
      },
      members: ["two", "three"],
    },
    {
      name: "a cohort and a property are left out",
      cohorts: { ...LAYERS, cohort: { properties: any(isIn("did not, and is not")) } },
      persons: LAYERED,
      members: ["one"],
    },
    {
      name: "a cohort that leaves out a cohort is left out",
      cohorts: {
        ...LAYERS,
        named: { properties: all(is("name", "test3"), not(isIn("did not, and is not"))) },
        cohort: { properties: any(isIn("named")) },
      },
      persons: { ...LAYERED, three: { properties: { name: "test3" }, did: [["$target_event", 6]] } },
      members: ["three"],
    },
  ],
);
