import { RetentionQuery } from "../../../../../generated/console.ts";
import { Select } from "../../../components/field.tsx";
import { Bar } from "../../../components/page.tsx";
import { PERIODS } from "../model/choices.ts";
import type { OfKind } from "../model/question.ts";
import { CountedField, DayField, type FormProps, NumberField } from "./fields.tsx";
import { Conditions } from "./filter-list.tsx";
import { EventPicker } from "./pickers.tsx";

type Filter = OfKind<"RetentionQuery">["retentionFilter"];
const DEFAULT_EVENT = "$pageview";
const DEFAULT_INTERVALS = 8;
const TYPES = [
  { value: "retention_first_time", label: "for the first time" },
  { value: "retention_recurring", label: "in the period" },
] as const;

export function RetentionForm({ question, onChange }: FormProps<OfKind<"RetentionQuery">>) {
  const { retentionFilter, dateRange } = question;
  const { targetEntity, returningEntity, period, totalIntervals, retentionType } = retentionFilter;
  const set = (changes: Filter) => onChange({ ...question, retentionFilter: { ...retentionFilter, ...changes } });
  const eventOf = (entity: Filter["targetEntity"]) => (entity === undefined ? DEFAULT_EVENT : (entity.id ?? null));
  return (
    <>
      <div class="ask-row">
        <span>{(question.aggregation_group_type_index ?? null) === null ? "Persons who did" : "Groups that did"}</span>
        <EventPicker
          label="First event"
          value={eventOf(targetEntity)}
          onChange={(id) => set({ targetEntity: { ...targetEntity, id } })}
        />
        <Select
          hideLabel
          label="When"
          options={TYPES}
          value={retentionType ?? "retention_first_time"}
          onValue={(chosen) => set({ retentionType: chosen })}
        />
        <span>and came back to do</span>
        <EventPicker
          label="Returning event"
          value={eventOf(returningEntity)}
          onChange={(id) => set({ returningEntity: { ...returningEntity, id } })}
        />
      </div>
      <Bar>
        <CountedField {...{ question, onChange }} />
        <Select
          label="Period"
          options={PERIODS}
          value={period ?? "Day"}
          onValue={(chosen) => set({ period: chosen })}
        />
        <NumberField
          label="How many"
          value={totalIntervals ?? DEFAULT_INTERVALS}
          {...RetentionQuery.retentionFilter.totalIntervals}
          onChange={(count) => set({ totalIntervals: count })}
        />
        <DayField
          label="Up to (today if empty)"
          value={dateRange?.date_to}
          onChange={(date_to) => onChange({ ...question, dateRange: { ...dateRange, date_to } })}
        />
      </Bar>
      <Conditions {...{ question, onChange }} />
    </>
  );
}
