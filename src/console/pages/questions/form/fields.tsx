import { useContext } from "preact/hooks";
import type { Schemas } from "../../../api/operations.ts";
import { Field, type FieldProps, Select } from "../../../components/field.tsx";
import { fieldsOf } from "../../../components/form.tsx";
import { dayIn } from "../../../components/format.ts";
import { Button } from "../../../components/page.tsx";
import { useZone } from "../../../components/text.tsx";
import { CUSTOM, DATES } from "../choices.ts";
import { type Choosing, GroupTypes } from "./pickers.tsx";

export type FormProps<Q> = { readonly question: Q; readonly onChange: (question: Q) => void };

export function AddButton({ label, of, onClick }: { label: string; of?: string; onClick: () => void }) {
  return (
    <Button kind="quiet" small onClick={onClick}>
      <span aria-hidden="true">+ </span>
      <span>{label}</span>
      {of !== undefined && <span class="visually-hidden">{` to ${of}`}</span>}
    </Button>
  );
}

type NumberProps = Choosing<number> &
  Pick<FieldProps, "error" | "hideLabel"> & { readonly min: number; readonly max: number };

/** A whole number. One out of bounds stays in the field. */
export function NumberField({ onValue, ...rest }: NumberProps) {
  return (
    <Field
      {...rest}
      type="number"
      inputMode="numeric"
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== "" && currentTarget.reportValidity()) onValue(currentTarget.valueAsNumber);
      }}
    />
  );
}

type Counting = { readonly aggregation_group_type_index?: number | null };

export function CountedField<Q extends Counting>({ question, onChange }: FormProps<Q>) {
  const types = useContext(GroupTypes);
  const index = question.aggregation_group_type_index ?? null;
  if (types.length === 0 && index === null) return null;
  const ofTypes = types.map((label, position) => ({ value: String(position), label }));
  const count = (chosen: string) => {
    onChange({ ...question, aggregation_group_type_index: chosen === "" ? null : Number(chosen) });
  };
  const options = [{ value: "", label: "Persons" }, ...ofTypes];
  return <Select label="Count" options={options} value={String(index ?? "")} onValue={count} />;
}

const DAY_MS = 86_400_000;
/** About how many days a choice has; a week for those without a beginning of their own. */
const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, m: 30.5 };
function daysOf(dates: string): number {
  if (dates === "dStart") return 0;
  const [, count = "7", unit = "d"] = /^-(\d+)([hdm])$/.exec(dates) ?? [];
  return Math.round(Number(count) * (DAYS[unit] ?? 1));
}

type Dated = { readonly dateRange?: Schemas["QueryDateRange"] };

export function DateFields<Q extends Dated>({ question, onChange }: FormProps<Q>) {
  const { date_from, date_to } = question.dateRange ?? {};
  const zone = useZone();
  const since = date_from ?? "-7d";
  const isUpToNow = !date_to && DATES.some((choice) => choice.value === since);
  const set = (dateRange: Schemas["QueryDateRange"]) => onChange({ ...question, dateRange });
  const field = fieldsOf(question.dateRange ?? {}, (changes) => set({ ...question.dateRange, ...changes }));
  const choose = (chosen: string) => {
    const now = Date.now();
    if (chosen !== CUSTOM) set({ date_from: chosen });
    else set({ date_from: dayIn(zone, now - daysOf(since) * DAY_MS), date_to: dayIn(zone, now) });
  };
  return (
    <>
      <Select label="Dates" options={DATES} value={isUpToNow ? since : CUSTOM} onValue={choose} />
      {!isUpToNow && (
        <>
          <DayField label="From" {...field("date_from")} />
          <DayField label="To" {...field("date_to")} />
        </>
      )}
    </>
  );
}

/** A day; its time, if a question from elsewhere has one, stays until another day is chosen. */
export function DayField({ label, value, onValue }: Choosing<string | null | undefined>) {
  const day = (value ?? "").slice(0, 10);
  return (
    <Field type="date" label={label} value={day} onChange={(event) => onValue(event.currentTarget.value || null)} />
  );
}
