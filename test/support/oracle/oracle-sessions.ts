import type { components } from "../../../generated/openapi.ts";
import { counted, isOf, meets, TEST_ACCOUNTS } from "./oracle-filters.ts";
import { compare, shownPaths, windowOf } from "./oracle-funnels.ts";
import { type Dice, type Population, pick, SESSIONS } from "./population.ts";
import { newFilter, newFunnel, newStep } from "./random-questions.ts";

type RecordingsQuery = components["schemas"]["RecordingsQuery"];
type Filter = components["schemas"]["QueryRecordingFilter"];

export interface SessionExpectation {
  readonly question: RecordingsQuery;
  /** Sessions to choose from. */
  readonly ids: readonly string[];
  readonly expected: readonly string[];
}

/** Returns questions about recordings, and the sessions that they select. */
export function sessionExpectations(dice: Dice, population: Population): SessionExpectation[] {
  return Array.from({ length: 4 }, () => {
    const question = newRecordings(dice, population);
    const ids = [...SESSIONS, "without events"].filter(() => dice.chance(0.8));
    return { question, ids, expected: ids.filter((id) => isSelected(question, id, population)).toSorted(compare) };
  });
}

function newRecordings(dice: Dice, population: Population): RecordingsQuery {
  const entities = (probability: number) =>
    Array.from({ length: dice.chance(probability) ? dice.integer(1, 2) : 0 }, () => {
      const { event, kind: _, ...rest } = newStep(dice);
      return { id: event ?? null, type: "events" as const, ...rest };
    });
  const page = (): Filter => ({
    type: "recording",
    key: "visited_page",
    ...pick<Pick<Filter, "operator" | "value">>(dice, [
      { operator: "exact", value: "/p" },
      { operator: "icontains", value: "/P" },
      { operator: "is_not", value: "/" },
    ]),
  });
  const step = dice.integer(2, 3);
  const funnel = newFunnel(dice, population);
  return {
    kind: "RecordingsQuery",
    events: entities(0.6),
    without_events: entities(0.4),
    properties: [...(dice.chance(0.4) ? [newFilter(dice) as Filter] : []), ...(dice.chance(0.4) ? [page()] : [])],
    operand: pick(dice, ["AND", "OR"] as const),
    filter_test_accounts: dice.chance(0.3),
    ...(dice.chance(0.4) && {
      funnel: { kind: "FunnelsActorsQuery", source: funnel, funnelStep: -Math.min(step, funnel.series.length) },
    }),
  };
}

function isSelected(question: RecordingsQuery, id: string, population: Population): boolean {
  const { events = [], without_events = [], properties = [], operand, funnel, filter_test_accounts } = question;
  const own = population.events.filter(({ properties }) => properties.$session_id === id);
  const happened = (entity: (typeof events)[number]) =>
    own.some((event) =>
      isOf(event, population, { event: (entity.id as string | null) ?? null, properties: entity.properties ?? [] }),
    );
  const conditions = [
    ...events.map(happened),
    ...properties.map(({ type, ...filter }) => {
      const key = type === "recording" ? "$current_url" : filter.key;
      const condition = { ...filter, key, type: type === "recording" ? ("event" as const) : (type ?? "event") };
      const isForAll = ["is_not", "is_not_set"].includes(filter.operator ?? "");
      return own[isForAll ? "every" : "some"]((event) => meets(event, population, condition));
    }),
  ];
  const isMet = conditions.length === 0 || (operand === "OR" ? conditions.includes(true) : !conditions.includes(false));
  if (!isMet || without_events.some(happened)) return false;
  const isOfTest = TEST_ACCOUNTS.some((filter) => !own.every((event) => meets(event, population, filter)));
  if (filter_test_accounts && isOfTest) return false;
  if (funnel === undefined) return true;
  const shown = [...shownPaths(funnel.source, population).values()];
  return counted(population, funnel.source.aggregation_group_type_index)
    .events.filter(({ properties }) => properties.$session_id === id)
    .some(({ person, timestamp }) =>
      shown.some(({ best }) => {
        const [first, ...others] = best.get(person.id)?.times ?? [];
        if (first === undefined || others.length + 2 !== -funnel.funnelStep) return false;
        return timestamp >= first && timestamp <= first + windowOf(funnel.source);
      }),
    );
}
