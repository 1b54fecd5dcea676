import type { ComponentChildren } from "preact";
import {
  FunnelsQuery,
  LifecycleQuery,
  QueryFunnelsFilter,
  StickinessQuery,
  TrendsQuery,
} from "../../../../../generated/console.ts";
import { Checkbox, Field, Select } from "../../../components/field.tsx";
import { fieldsOf } from "../../../components/form.tsx";
import { Bar, CrossButton } from "../../../components/page.tsx";
import { DISPLAYS, INTERVALS, ORDERS, WINDOW_UNITS } from "../choices.ts";
import { needsProperty } from "../complete.ts";
import { type OfKind, type Series, seriesIn, UNCHOSEN, withSeries } from "../question.ts";
import { AddButton, CountedField, DateFields, type FormProps, NumberField } from "./fields.tsx";
import { BreakdownField, Conditions, FilterList } from "./filter-list.tsx";
import { EventPicker, mathChoice, PropertyPicker, useMaths, withMath } from "./pickers.tsx";

type Funnel = OfKind<"FunnelsQuery">;
type OverTime = OfKind<"TrendsQuery"> | OfKind<"LifecycleQuery"> | OfKind<"StickinessQuery">;
const ONE_NUMBER = ["BoldNumber", "ActionsPie", "ActionsBarValue", "ActionsTable"];

export function TrendsForm({ question, onChange }: FormProps<OfKind<"TrendsQuery">>) {
  const { compareFilter, trendsFilter } = question;
  const display = trendsFilter?.display ?? "ActionsLineGraph";
  const shown = ONE_NUMBER.includes(display) ? "ActionsTable" : display;
  const form = { question, onChange };
  const { formula, formulas: _, formulaNodes: __, ...others } = trendsFilter ?? {};
  const calculate = (text: string) =>
    onChange({ ...question, trendsFilter: text === "" ? others : { ...others, formula: text } });
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
        <Field
          label="Formula"
          placeholder="None, or such as A / B"
          value={formula ?? ""}
          onChange={({ currentTarget }) => calculate(currentTarget.value.trim())}
        />
      </Bar>
      <Checkbox
        label="Compare with the time before"
        value={compareFilter?.compare === true}
        onValue={(compare) => {
          const { compareFilter: _, ...alone } = question;
          onChange(compare ? { ...alone, compareFilter: { compare } } : alone);
        }}
      />
      <div class="row">
        <Conditions {...form} />
        <BreakdownField {...form} />
      </div>
    </>
  );
}

export function FunnelForm({ question, onChange }: FormProps<Funnel>) {
  const { funnelsFilter = {} } = question;
  const form = { question, onChange };
  const field = fieldsOf(funnelsFilter, (changes) =>
    onChange({ ...question, funnelsFilter: { ...funnelsFilter, ...changes } }),
  );
  return (
    <>
      <SeriesFields {...form} name="Step" max={FunnelsQuery.series.maxItems} />
      <Bar>
        <CountedField {...form} />
        <DateFields {...form} />
        <NumberField
          label="All steps within"
          {...QueryFunnelsFilter.funnelWindowInterval}
          {...field("funnelWindowInterval", 14)}
        />
        <Select label="Unit" options={WINDOW_UNITS} {...field("funnelWindowIntervalUnit", "day")} />
        <Select label="Order" options={ORDERS} {...field("funnelOrderType", "ordered")} />
      </Bar>
      <div class="row">
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

function TimeFields<Q extends OverTime>({ question, onChange, hasInterval }: FormProps<Q> & { hasInterval: boolean }) {
  const field = fieldsOf<OverTime>(question, (changes) => onChange({ ...question, ...changes }));
  return (
    <>
      <DateFields {...{ question, onChange }} />
      {hasInterval && <Select label="By" options={INTERVALS} {...field("interval", "day")} />}
    </>
  );
}

interface SeriesProps<Q> extends FormProps<Q> {
  /** What an entry is called: "Series" or "Step". */
  readonly name?: string;
  readonly max: number;
  readonly hasMath?: boolean;
}

const MAX_LETTERS = 26;
const markOf = (name: string, index: number) =>
  name === "Step" || index >= MAX_LETTERS ? String(index + 1) : String.fromCharCode(65 + index);

function SeriesFields<Q extends OverTime | Funnel>(props: SeriesProps<Q>) {
  const { question, name = "Series", max, hasMath = false } = props;
  const series = seriesIn(question);
  const change = (changed: readonly Series[]) => props.onChange(withSeries(question, changed));
  return (
    <div class="list ask-parts">
      {series.map((one, index) => {
        const title = `${name} ${markOf(name, index)}`;
        const replace = (changed: Series) => change(series.with(index, changed));
        return (
          <fieldset class="row box ask-one" key={index}>
            <legend class="visually-hidden">{title}</legend>
            <div class="row ask-row">
              {max > 1 && (
                <span class="ask-mark" aria-hidden="true">
                  {markOf(name, index)}
                </span>
              )}
              <EventPicker
                label={`Event of ${title.toLowerCase()}`}
                value={one.event ?? null}
                onValue={(event) => replace({ ...one, event })}
              />
              {hasMath && <MathFields series={one} onChange={replace} />}
              {series.length > 1 && (
                <CrossButton
                  name={`Remove ${title.toLowerCase()}`}
                  onClick={() => change(series.toSpliced(index, 1))}
                />
              )}
            </div>
            <FilterList
              of={title.toLowerCase()}
              filters={one.properties ?? []}
              onChange={(properties) => replace({ ...one, properties })}
            />
          </fieldset>
        );
      })}
      {series.length < max && (
        <AddButton label={name} onClick={() => change([...series, { kind: "EventsNode", event: UNCHOSEN }])} />
      )}
    </div>
  );
}

function MathFields({ series, onChange }: { series: Series; onChange: (series: Series) => void }) {
  // A name that a user gave may describe what is no longer counted.
  const { custom_name: _, ...unnamed } = series;
  return (
    <>
      <Select
        hideLabel
        label="Count"
        options={useMaths()}
        value={mathChoice(series)}
        onValue={(chosen) => onChange(withMath(unnamed, chosen))}
      />
      {needsProperty(series) && (
        <PropertyPicker
          label="Property to calculate with"
          value={series.math_property ?? ""}
          onValue={(chosen) => onChange({ ...unnamed, math_property: chosen })}
        />
      )}
    </>
  );
}
