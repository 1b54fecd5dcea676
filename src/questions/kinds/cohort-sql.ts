import { cleanText } from "../../store/event-lines.ts";
import { isOperator, readCondition } from "../comparison.ts";
import { comparisonSql, pointerTo } from "./comparison-sql.ts";
import type { CohortCondition, CohortDefinition, CohortGroup, FilterContext } from "./filter-context.ts";
import { instant } from "./statement.ts";

const SIGNS: Readonly<Record<string, string>> = { gte: ">=", lte: "<=", gt: ">", lt: "<", exact: "=" };

/** Returns a query of the ids of the persons in a cohort, whose times are resolved: `resolveConditions`. */
export function memberSql({ distinctIds, properties }: CohortDefinition, context: FilterContext): string {
  if (distinctIds === undefined) return `SELECT q.id FROM persons AS q WHERE ${groupSql(properties, context)}`;
  // The engine could not tell the type of an empty list.
  if (distinctIds.length === 0) return "SELECT q.id FROM persons AS q WHERE false";
  const ids = context.parameters.add(distinctIds.map(cleanText));
  return `SELECT q.person_id FROM person_distinct_ids AS q WHERE q.distinct_id IN (SELECT unnest(${ids}))`;
}

function groupSql({ type, values = [] }: CohortGroup, context: FilterContext): string {
  const terms = values.map((node) => ("key" in node ? conditionSql(node, context) : groupSql(node, context)));
  return `(${terms.join(type === "OR" ? " OR " : " AND ") || "true"})`;
}

/** Returns a condition of persons `q` that is never null. */
function conditionSql(node: CohortCondition, context: FilterContext): string {
  if (node.type === "person") {
    const text = `property_text(q.properties, ${context.parameters.add(pointerTo(String(node.key)))})`;
    const operator = isOperator(node.operator) ? node.operator : "exact";
    const { comparison, isOpposite } = readCondition(operator, node.value, 0);
    return negated(comparisonSql(text, comparison, context.parameters), isOpposite !== (node.negation ?? false));
  }
  const isNot = (node.operator === "not_in") !== (node.negation ?? false);
  if (node.type === "behavioral") return negated(`q.id IN (${behaviorSql(node, context)})`, node.negation ?? false);
  return negated(node.cohort ? `q.id IN (${memberSql(node.cohort, context)})` : "false", isNot);
}

const negated = (sql: string, isNot: boolean) => (isNot ? `NOT ${sql}` : sql);

/** Returns a query of the persons who did something. Nulls are left out: `IN` would be null beside one. */
function behaviorSql(node: CohortCondition, context: FilterContext): string {
  const { value, key, action, since = 0, withinMs = 0, now = 0 } = node;
  const events = context.nested();
  const happened = events.series({
    ...(action ? { action } : { event: String(key) }),
    properties: node.event_filters ?? [],
  });
  const following = node.followingAction ? { action: node.followingAction } : { event: String(node.seq_event ?? key) };
  const isSequence = value === "performed_event_sequence";
  const isFollowing = isSequence ? events.series(following) : "false";
  const again = instant(now - withinMs);
  const recent = `timestamp >= ${instant(since)} AND timestamp <= ${instant(now)}`;
  const from = `FROM ${events.from()} WHERE person_id IS NOT NULL AND`;
  const done = `SELECT person_id ${from} ${recent} AND ${happened}`;
  switch (value) {
    case "performed_event_multiple": {
      const sign = SIGNS[node.operator ?? "gte"] ?? ">=";
      return `${done} GROUP BY person_id HAVING count(*) ${sign} ${context.parameters.add(node.operator_value ?? 1)}`;
    }
    case "performed_event_first_time":
      return `SELECT person_id ${from} ${happened} GROUP BY person_id HAVING min(timestamp) >= ${instant(since)}`;
    case "stopped_performing_event":
      return `${done} GROUP BY person_id HAVING max(timestamp) < ${again}`;
    case "restarted_performing_event": {
      const isPaused = `NOT coalesce(bool_or(timestamp >= ${instant(since)} AND timestamp < ${again}), false)`;
      return `SELECT person_id ${from} timestamp <= ${instant(now)} AND ${happened} GROUP BY person_id
        HAVING min(timestamp) < ${instant(since)} AND max(timestamp) >= ${again} AND ${isPaused}`;
    }
    case "performed_event_sequence": {
      const before = `OVER (PARTITION BY person_id ORDER BY t RANGE BETWEEN ${withinMs} PRECEDING AND 1 PRECEDING)`;
      const steps = `SELECT person_id, epoch_ms(timestamp) AS t, ${happened} AS a, ${isFollowing} AS b
        ${from} ${recent} AND (${happened} OR ${isFollowing})`;
      const pairs = `SELECT person_id, b, coalesce(bool_or(a) ${before}, false) AS is_after FROM (${steps}) AS steps`;
      return `SELECT person_id FROM (${pairs}) AS pairs WHERE b AND is_after`;
    }
    default:
      return done;
  }
}
