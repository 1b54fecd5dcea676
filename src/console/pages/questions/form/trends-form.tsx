import type { ComponentChildren } from "preact";
import {
  FunnelsQuery,
  LifecycleQuery,
  QueryFunnelsFilter,
  StickinessQuery,
  TrendsQuery,
} from "../../../../../generated/console.ts";
import { Checkbox, Select } from "../../../components/field.tsx";
import { Bar } from "../../../components/page.tsx";
import { DISPLAYS, INTERVALS, ORDERS, WINDOW_UNITS } from "../model/choices.ts";
import { type OfKind, type Schemas, seriesIn, withSeries } from "../model/question.ts";
import { CountedField, DateFields, type FormProps, NumberField } from "./fields.tsx";
import { BreakdownField, Conditions } from "./filter-list.tsx";
import { SeriesList } from "./series-list.tsx";

type Funnel = OfKind<"FunnelsQuery">;
type OverTime = OfKind<"TrendsQuery"> | OfKind<"LifecycleQuery"> | OfKind<"StickinessQuery">;
const ONE_NUMBER = ["BoldNumber", "ActionsPie", "ActionsBarValue", "ActionsTable"];

export function TrendsForm({ question, onChange }: FormProps<OfKind<"TrendsQuery">>) {
  const { compareFilter, trendsFilter } = question;
  const display = trendsFilter?.display ?? "ActionsLineGraph";
  const shown = ONE_NUMBER.includes(display) ? "ActionsTable" : display;
  const form = { question, onChange };
  return (
    <>
      <SeriesFields {...form} max={TrendsQuery.series.maxItems} hasMath />
      <Bar>
        <TimeFields {...form} hasInterval={shown !== "ActionsTable"} />
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
        <Conditions {...form} />
        <BreakdownField {...form} />
      </div>
    </>
  );
}

export function FunnelForm({ question, onChange }: FormProps<Funnel>) {
  const { funnelsFilter = {} } = question;
  const form = { question, onChange };
  const set = (changes: Schemas["QueryFunnelsFilter"]) =>
    onChange({ ...question, funnelsFilter: { ...funnelsFilter, ...changes } });
  return (
    <>
      <SeriesFields {...form} name="Step" max={FunnelsQuery.series.maxItems} />
      <Bar>
        <CountedField {...form} />
        <DateFields {...form} />
        <NumberField
          label="All steps within"
          value={funnelsFilter.funnelWindowInterval ?? 14}
          {...QueryFunnelsFilter.funnelWindowInterval}
          onChange={(funnelWindowInterval) => set({ funnelWindowInterval })}
        />
        <Select
          label="Unit"
          options={WINDOW_UNITS}
          value={funnelsFilter.funnelWindowIntervalUnit ?? "day"}
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
        <Conditions {...form} />
        <BreakdownField {...form} />
      </div>
    </>
  );
}

export function LifecycleForm(form: FormProps<OfKind<"LifecycleQuery">>) {
  return <PersonsOverTime {...form} max={LifecycleQuery.series.maxItems} before={<CountedField {...form} />} />;
}

export function StickinessForm(form: FormProps<OfKind<"StickinessQuery">>) {
  return <PersonsOverTime {...form} max={StickinessQuery.series.maxItems} />;
}

type PersonsProps<Q extends OverTime> = FormProps<Q> & { readonly max: number; readonly before?: ComponentChildren };

function PersonsOverTime<Q extends OverTime>({ max, before, ...form }: PersonsProps<Q>) {
  return (
    <>
      <SeriesFields {...form} max={max} />
      <Bar>
        {before}
        <TimeFields {...form} hasInterval />
      </Bar>
      <Conditions {...form} />
    </>
  );
}

interface SeriesProps<Q extends OverTime | Funnel> extends FormProps<Q> {
  readonly name?: string;
  readonly max: number;
  readonly hasMath?: boolean;
}

function SeriesFields<Q extends OverTime | Funnel>({ question, onChange, name = "Series", ...rest }: SeriesProps<Q>) {
  const change = (series: Parameters<typeof withSeries>[1]) => onChange(withSeries(question, series));
  return <SeriesList {...rest} name={name} series={seriesIn(question)} onChange={change} />;
}

function TimeFields<Q extends OverTime>({ question, onChange, hasInterval }: FormProps<Q> & { hasInterval: boolean }) {
  return (
    <>
      <DateFields {...{ question, onChange }} />
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
