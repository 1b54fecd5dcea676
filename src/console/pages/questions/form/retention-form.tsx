import { Bar } from "../../../components/page.tsx";
import { PERIODS } from "../model/choices.ts";
import type { OfKind } from "../model/question.ts";
import { Choose } from "./choose.tsx";
import { Conditions } from "./conditions.tsx";
import { CountedField } from "./counted-field.tsx";
import { DayField } from "./date-fields.tsx";
import type { FormProps } from "./form-props.ts";
import { NumberField } from "./number-field.tsx";
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
        <Choose
          hideLabel
          label="When"
          choices={TYPES}
          value={retentionType ?? "retention_first_time"}
          onChange={(chosen) => set({ retentionType: chosen })}
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
        <Choose
          label="Period"
          choices={PERIODS}
          value={period ?? "Day"}
          onChange={(chosen) => set({ period: chosen })}
        />
        <NumberField
          label="How many"
          value={totalIntervals ?? DEFAULT_INTERVALS}
          min={1}
          max={100}
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
