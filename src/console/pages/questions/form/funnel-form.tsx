import { Bar } from "../../../components/page.tsx";
import { ORDERS, WINDOW_UNITS } from "../model/choices.ts";
import { type OfKind, type Schemas, seriesIn, withSeries } from "../model/question.ts";
import { BreakdownField } from "./breakdown-field.tsx";
import { Choose } from "./choose.tsx";
import { Conditions } from "./conditions.tsx";
import { CountedField } from "./counted-field.tsx";
import { DateFields } from "./date-fields.tsx";
import type { FormProps } from "./form-props.ts";
import { NumberField } from "./number-field.tsx";
import { SeriesList } from "./series-list.tsx";

const MAX_STEPS = 20;
/** Default window of a funnel. */
const WINDOW = { count: 14, unit: "day" } as const;

export function FunnelForm({ question, onChange }: FormProps<OfKind<"FunnelsQuery">>) {
  const { funnelsFilter = {}, dateRange, breakdownFilter } = question;
  const set = (changes: Schemas["QueryFunnelsFilter"]) =>
    onChange({ ...question, funnelsFilter: { ...funnelsFilter, ...changes } });
  return (
    <>
      <SeriesList
        name="Step"
        max={MAX_STEPS}
        series={seriesIn(question)}
        onChange={(series) => onChange(withSeries(question, series))}
      />
      <Bar>
        <CountedField {...{ question, onChange }} />
        <DateFields value={dateRange} onChange={(dates) => onChange({ ...question, dateRange: dates })} />
        <NumberField
          label="All steps within"
          value={funnelsFilter.funnelWindowInterval ?? WINDOW.count}
          min={1}
          max={100_000}
          onChange={(funnelWindowInterval) => set({ funnelWindowInterval })}
        />
        <Choose
          label="Unit"
          choices={WINDOW_UNITS}
          value={funnelsFilter.funnelWindowIntervalUnit ?? WINDOW.unit}
          onChange={(funnelWindowIntervalUnit) => set({ funnelWindowIntervalUnit })}
        />
        <Choose
          label="Order"
          choices={ORDERS}
          value={funnelsFilter.funnelOrderType ?? "ordered"}
          onChange={(funnelOrderType) => set({ funnelOrderType })}
        />
      </Bar>
      <div class="ask-more">
        <Conditions {...{ question, onChange }} />
        <BreakdownField
          value={breakdownFilter}
          onChange={(value) => {
            const { breakdownFilter: _, ...whole } = question;
            onChange(value === undefined ? whole : { ...whole, breakdownFilter: value });
          }}
        />
      </div>
    </>
  );
}
