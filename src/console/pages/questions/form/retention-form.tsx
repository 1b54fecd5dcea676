import { QueryPathsFilter, RetentionQuery } from "../../../../../generated/console.ts";
import { Checkbox, Field, Select } from "../../../components/field.tsx";
import { fieldsOf } from "../../../components/form.tsx";
import { optionsOf } from "../../../components/options.ts";
import { Bar } from "../../../components/page.tsx";
import { PERIODS } from "../choices.ts";
import type { OfKind, Schemas } from "../question.ts";
import { CountedField, DateFields, DayField, type FormProps, NumberField } from "./fields.tsx";
import { Conditions } from "./filter-list.tsx";
import { EventPicker } from "./pickers.tsx";

type Filter = OfKind<"RetentionQuery">["retentionFilter"];
const DEFAULT_EVENT = "$pageview";
const TYPES = optionsOf({ retention_first_time: "for the first time", retention_recurring: "in the period" });

export function RetentionForm({ question, onChange }: FormProps<OfKind<"RetentionQuery">>) {
  const { retentionFilter, dateRange } = question;
  const set = (changes: Partial<Filter>) =>
    onChange({ ...question, retentionFilter: { ...retentionFilter, ...changes } });
  const field = fieldsOf(retentionFilter, set);
  const eventPicker = (label: string, name: "targetEntity" | "returningEntity") => {
    const { id = null } = retentionFilter[name] ?? { id: DEFAULT_EVENT };
    const choose = (event: string | null) => set({ [name]: { ...retentionFilter[name], id: event, type: "events" } });
    return <EventPicker label={label} value={id === null ? null : String(id)} onValue={choose} />;
  };
  return (
    <>
      <div class="row ask-row">
        <span>{(question.aggregation_group_type_index ?? null) === null ? "Persons who did" : "Groups that did"}</span>
        {eventPicker("First event", "targetEntity")}
        <Select hideLabel label="When" options={TYPES} {...field("retentionType", "retention_first_time")} />
        <span>and came back to do</span>
        {eventPicker("Returning event", "returningEntity")}
      </div>
      <Bar>
        <CountedField {...{ question, onChange }} />
        <Select label="Period" options={PERIODS} {...field("period", "Day")} />
        <NumberField
          label="How many"
          {...RetentionQuery.retentionFilter.totalIntervals}
          {...field("totalIntervals", 8)}
        />
        <DayField
          label="Up to (today if empty)"
          value={dateRange?.date_to}
          onValue={(date_to) => onChange({ ...question, dateRange: { ...dateRange, date_to } })}
        />
      </Bar>
      <Conditions {...{ question, onChange }} />
    </>
  );
}

type PathsFilter = Schemas["QueryPathsFilter"];
const PATH_TYPES = optionsOf({ $pageview: "Pages", $screen: "Screens", custom_event: "Other events" });

export function PathsForm({ question, onChange }: FormProps<OfKind<"PathsQuery">>) {
  const { pathsFilter = {} } = question;
  const set = (changes: PathsFilter) => onChange({ ...question, pathsFilter: { ...pathsFilter, ...changes } });
  const included = pathsFilter.includeEventTypes?.length
    ? pathsFilter.includeEventTypes
    : PATH_TYPES.map(({ value }) => value);
  return (
    <>
      <fieldset class="row ask-row">
        <legend class="field-label">Steps are</legend>
        {PATH_TYPES.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            value={included.includes(value)}
            disabled={included.length === 1 && included.includes(value)}
            onValue={(isIncluded) =>
              set({ includeEventTypes: isIncluded ? [...included, value] : included.filter((type) => type !== value) })
            }
          />
        ))}
      </fieldset>
      <Bar>
        <CountedField {...{ question, onChange }} />
        <DateFields {...{ question, onChange }} />
        <Field
          label="Begin at (anywhere if empty)"
          placeholder="/cart"
          value={pathsFilter.startPoint ?? ""}
          onChange={({ currentTarget }) => set({ startPoint: currentTarget.value || null })}
        />
        <NumberField label="Steps" {...QueryPathsFilter.stepLimit} {...fieldsOf(pathsFilter, set)("stepLimit", 5)} />
      </Bar>
      <Conditions {...{ question, onChange }} />
    </>
  );
}
