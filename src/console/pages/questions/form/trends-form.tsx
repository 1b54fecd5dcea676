import type { ComponentChildren } from "preact";
import { FunnelsQuery, QueryFunnelsFilter, StickinessQuery, TrendsQuery } from "../../../../../generated/console.ts";
import { Checkbox, Select } from "../../../components/field.tsx";
import { Bar } from "../../../components/page.tsx";
import { DISPLAYS, INTERVALS, ORDERS, WINDOW_UNITS } from "../model/choices.ts";
import { type OfKind, type Schemas, seriesIn, withSeries } from "../model/question.ts";
import { CountedField, DateFields, type FormProps, NumberField } from "./fields.tsx";
import { BreakdownField, Conditions } from "./filter-list.tsx";
import { SeriesList } from "./series-list.tsx";

type OverTime = OfKind<"TrendsQuery"> | OfKind<"LifecycleQuery"> | OfKind<"StickinessQuery">;
const ONE_NUMBER = ["BoldNumber", "ActionsPie", "ActionsBarValue", "ActionsTable"];

export function TrendsForm({ question, onChange }: FormProps<OfKind<"TrendsQuery">>) {
  const { breakdownFilter, compareFilter, trendsFilter } = question;
  const display = trendsFilter?.display ?? "ActionsLineGraph";
  const shown = ONE_NUMBER.includes(display) ? "ActionsTable" : display;
  return (
    <>
      <SeriesFields {...{ question, onChange }} max={TrendsQuery.series.maxItems} hasMath />
      <Bar>
        <TimeFields {...{ question, onChange }} hasInterval={shown !== "ActionsTable"} />
        <Select
          label="Show"
          options={DISPLAYS}
          value={shown as "ActionsTable"}
          onValue={(chosen) => onChange({ ...question, trendsFilter: { ...trendsFilter, display: chosen } })}
        />
      </Bar>
      <Checkbox
        label="Compare with the time before"
        checked={compareFilter?.compare === true}
        onValue={(compare) => {
          const { compareFilter: _, ...alone } = question;
          onChange(compare ? { ...alone, compareFilter: { compare } } : alone);
        }}
      />
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

export function LifecycleForm({ question, onChange }: FormProps<OfKind<"LifecycleQuery">>) {
  return (
    <PersonsOverTime {...{ question, onChange }} max={1}>
      <CountedField {...{ question, onChange }} />
    </PersonsOverTime>
  );
}

export function StickinessForm({ question, onChange }: FormProps<OfKind<"StickinessQuery">>) {
  return <PersonsOverTime {...{ question, onChange }} max={StickinessQuery.series.maxItems} />;
}

interface PersonsProps<Q extends OverTime> extends FormProps<Q> {
  readonly max: number;
  readonly children?: ComponentChildren;
}

function PersonsOverTime<Q extends OverTime>({ question, onChange, max, children }: PersonsProps<Q>) {
  return (
    <>
      <SeriesFields {...{ question, onChange, max }} />
      <Bar>
        {children}
        <TimeFields {...{ question, onChange }} hasInterval />
      </Bar>
      <Conditions {...{ question, onChange }} />
    </>
  );
}

type SeriesFieldsProps<Q extends OverTime> = FormProps<Q> & { readonly max: number; readonly hasMath?: boolean };

function SeriesFields<Q extends OverTime>({ question, onChange, ...rest }: SeriesFieldsProps<Q>) {
  return (
    <SeriesList
      {...rest}
      name="Series"
      series={seriesIn(question)}
      onChange={(series) => onChange(withSeries(question, series))}
    />
  );
}

function TimeFields<Q extends OverTime>({ question, onChange, hasInterval }: FormProps<Q> & { hasInterval: boolean }) {
  return (
    <>
      <DateFields value={question.dateRange} onChange={(dateRange) => onChange({ ...question, dateRange })} />
      {hasInterval && (
        <Select
          label="By"
          options={INTERVALS}
          value={question.interval ?? "day"}
          onValue={(interval) => onChange({ ...question, interval })}
        />
      )}
    </>
  );
}

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
