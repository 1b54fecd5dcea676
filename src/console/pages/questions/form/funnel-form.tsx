import { FunnelsQuery, QueryFunnelsFilter } from "../../../../../generated/console.ts";
import { Select } from "../../../components/field.tsx";
import { Bar } from "../../../components/page.tsx";
import { ORDERS, WINDOW_UNITS } from "../model/choices.ts";
import { type OfKind, type Schemas, seriesIn, withSeries } from "../model/question.ts";
import { BreakdownField } from "./breakdown-field.tsx";
import { CountedField, DateFields, type FormProps, NumberField } from "./fields.tsx";
import { Conditions } from "./filter-list.tsx";
import { SeriesList } from "./series-list.tsx";

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
        max={FunnelsQuery.series.maxItems}
        series={seriesIn(question)}
        onChange={(series) => onChange(withSeries(question, series))}
      />
      <Bar>
        <CountedField {...{ question, onChange }} />
        <DateFields value={dateRange} onChange={(dates) => onChange({ ...question, dateRange: dates })} />
        <NumberField
          label="All steps within"
          value={funnelsFilter.funnelWindowInterval ?? WINDOW.count}
          {...QueryFunnelsFilter.funnelWindowInterval}
          onChange={(funnelWindowInterval) => set({ funnelWindowInterval })}
        />
        <Select
          label="Unit"
          options={WINDOW_UNITS}
          value={funnelsFilter.funnelWindowIntervalUnit ?? WINDOW.unit}
          onValue={(funnelWindowIntervalUnit) => set({ funnelWindowIntervalUnit })}
        />
        <Select
          label="Order"
          options={ORDERS}
          value={funnelsFilter.funnelOrderType ?? "ordered"}
          onValue={(funnelOrderType) => set({ funnelOrderType })}
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
