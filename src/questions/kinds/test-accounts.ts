import { boundedText } from "../../tenants/saved-record.ts";
import type { PropertyFilter, PropertyFilters } from "./filter-context.ts";
import type { AskedRecordings, RecordingsQuery } from "./matching-sessions.ts";
import type { EventQuestion } from "./plan-question.ts";
import { isList } from "./property-filters.ts";
import { resolveConditions, withoutNulls } from "./resolve-conditions.ts";

const FIELD = "test_account_filters";
export type WithTestFilters<Asked> = Asked & { readonly [FIELD]?: readonly PropertyFilter[] };

const MAX_BYTES = 64 * 1024;

/** Throws `invalid_input` for values that cannot be compared, and `max_length`. */
export function testAccountsText(filters: readonly PropertyFilter[]): string {
  resolveConditions(filters, 0, [FIELD]);
  return boundedText(FIELD, filters, MAX_BYTES);
}

/** Adds the conditions of the project to a question that asks for them. */
export function withoutTestAccounts(question: EventQuestion, filters: string): EventQuestion {
  if (question.kind === "ActorsQuery") {
    const source = withoutTestAccounts(question.source.source, filters);
    return { ...question, source: { ...question.source, source } } as typeof question;
  }
  if (!("filterTestAccounts" in question) || question.filterTestAccounts !== true) return question;
  return { ...question, properties: both(question.properties, conditionsOf(filters)) } as typeof question;
}

/** Does the same for a question about recordings. */
export function withoutTestSessions(question: RecordingsQuery, filters: string): AskedRecordings {
  const { funnel } = question;
  return {
    ...withTestFilters(question, filters),
    ...(funnel && {
      funnel: { ...funnel, source: withoutTestAccounts(funnel.source, filters) as typeof funnel.source },
    }),
  };
}

type Asking = { readonly filter_test_accounts?: boolean | null };

/** Adds the conditions beside the others of what asks for them. */
export function withTestFilters<Asked extends Asking>(asked: Asked, filters: string): WithTestFilters<Asked> {
  return { ...asked, ...(asked.filter_test_accounts === true && { [FIELD]: conditionsOf(filters) }) };
}

const conditionsOf = (filters: string): readonly PropertyFilter[] => withoutNulls(JSON.parse(filters));

function both(properties: PropertyFilters | undefined, added: readonly PropertyFilter[]): PropertyFilters {
  return properties === undefined || isList(properties)
    ? [...(properties ?? []), ...added]
    : { type: "AND", values: [properties, { type: "AND", values: added }] };
}
