import type { OfKind } from "../questions/model/question.ts";

/** Returns the question how many got which value of a flag, as client libraries report it. */
export function exposuresOf(key: string): OfKind<"TrendsQuery"> {
  const properties = [{ key: "$feature_flag", type: "event" as const, operator: "exact" as const, value: key }];
  return {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "$feature_flag_called", math: "dau", properties }],
    breakdownFilter: { breakdown: "$feature_flag_response", breakdown_type: "event" },
    interval: "day",
    dateRange: { date_from: "-30d" },
  };
}
