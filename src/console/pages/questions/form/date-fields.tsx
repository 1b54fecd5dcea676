import { Field } from "../../../components/field.tsx";
import { dayIn, useZone } from "../../../components/zone.ts";
import { CUSTOM, DATES } from "../model/choices.ts";
import type { Schemas } from "../model/question.ts";
import { Choose } from "./choose.tsx";

type DateRange = Schemas["QueryDateRange"];
interface DateFieldsProps {
  readonly value: DateRange | undefined;
  readonly onChange: (value: DateRange) => void;
}

const DAY_MS = 86_400_000;
/** About how many days a choice has; a week for those without a beginning of their own. */
const DAYS: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, m: 30.5 };
function daysOf(dates: string): number {
  if (dates === "dStart") return 0;
  const [, count = "7", unit = "d"] = /^-(\d+)([hdm])$/.exec(dates) ?? [];
  return Math.round(Number(count) * (DAYS[unit] ?? 1));
}

export function DateFields({ value = {}, onChange }: DateFieldsProps) {
  const { date_from, date_to } = value;
  const zone = useZone();
  const isUpToNow = !date_to && DATES.some((choice) => choice.value === (date_from ?? "-7d"));
  const choose = (chosen: string) => {
    const [now, ms] = [Date.now(), daysOf(date_from ?? "-7d") * DAY_MS];
    onChange(
      chosen === CUSTOM ? { date_from: dayIn(zone, now - ms), date_to: dayIn(zone, now) } : { date_from: chosen },
    );
  };
  return (
    <>
      <Choose label="Dates" choices={DATES} value={isUpToNow ? (date_from ?? "-7d") : CUSTOM} onChange={choose} />
      {!isUpToNow && (
        <>
          <DayField label="From" value={date_from} onChange={(from) => onChange({ ...value, date_from: from })} />
          <DayField label="To" value={date_to} onChange={(to) => onChange({ ...value, date_to: to })} />
        </>
      )}
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
}

/** A day; its time, if a question from elsewhere has one, stays until another day is chosen. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const day = (value ?? "").slice(0, 10);
  return (
    <Field type="date" label={label} value={day} onChange={(event) => onChange(event.currentTarget.value || null)} />
  );
}
