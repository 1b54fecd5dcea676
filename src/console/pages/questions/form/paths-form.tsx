import { QueryPathsFilter } from "../../../../../generated/console.ts";
import { Checkbox, Field } from "../../../components/field.tsx";
import { Bar } from "../../../components/page.tsx";
import type { OfKind, Schemas } from "../model/question.ts";
import { CountedField, DateFields, type FormProps, NumberField } from "./fields.tsx";
import { Conditions } from "./filter-list.tsx";

type Filter = Schemas["QueryPathsFilter"];
const DEFAULT_STEPS = 5;
const TYPES = [
  { value: "$pageview", label: "Pages" },
  { value: "$screen", label: "Screens" },
  { value: "custom_event", label: "Other events" },
] as const;

export function PathsForm({ question, onChange }: FormProps<OfKind<"PathsQuery">>) {
  const { pathsFilter = {}, dateRange } = question;
  const set = (changes: Filter) => onChange({ ...question, pathsFilter: { ...pathsFilter, ...changes } });
  const included = pathsFilter.includeEventTypes?.length
    ? pathsFilter.includeEventTypes
    : TYPES.map(({ value }) => value);
  return (
    <>
      <fieldset class="ask-row">
        <legend class="field-label">Steps are</legend>
        {TYPES.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={included.includes(value)}
            disabled={included.length === 1 && included.includes(value)}
            onValue={(isIncluded) =>
              set({ includeEventTypes: isIncluded ? [...included, value] : included.filter((type) => type !== value) })
            }
          />
        ))}
      </fieldset>
      <Bar>
        <CountedField {...{ question, onChange }} />
        <DateFields value={dateRange} onChange={(dates) => onChange({ ...question, dateRange: dates })} />
        <Field
          label="Begin at (anywhere if empty)"
          placeholder="/cart"
          value={pathsFilter.startPoint ?? ""}
          onChange={({ currentTarget }) => set({ startPoint: currentTarget.value || null })}
        />
        <NumberField
          label="Steps"
          value={pathsFilter.stepLimit ?? DEFAULT_STEPS}
          {...QueryPathsFilter.stepLimit}
          onChange={(stepLimit) => set({ stepLimit })}
        />
      </Bar>
      <Conditions {...{ question, onChange }} />
    </>
  );
}
