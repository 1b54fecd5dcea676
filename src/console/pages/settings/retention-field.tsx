import { Field, Select } from "../../components/field.tsx";

const DAY = 86_400;
const CHOICES = [
  { value: "default", label: "As long as the service keeps them" },
  { value: "forever", label: "Forever" },
  { value: "days", label: "A number of days" },
];

interface Props {
  readonly seconds: number | null;
  readonly error: string | undefined;
  readonly onSeconds: (seconds: number | null) => void;
}

/** How long events are kept: null is the setting of the service, and 0 is forever. */
export function RetentionField({ seconds, error, onSeconds }: Props) {
  const choice = seconds === null ? "default" : seconds === 0 ? "forever" : "days";
  const choose = (chosen: string) => onSeconds(chosen === "default" ? null : chosen === "forever" ? 0 : 365 * DAY);
  return (
    <>
      <Select
        label="Keep events"
        options={CHOICES}
        value={choice}
        {...(choice !== "days" && { error })}
        onValue={choose}
      />
      {choice === "days" && (
        <Field
          label="Days"
          type="number"
          required
          min={0.01}
          step="any"
          hint="Older events are removed within minutes, for good."
          value={(seconds ?? 0) / DAY}
          error={error}
          onValue={(days) => Number(days) > 0 && onSeconds(Math.round(Number(days) * DAY))}
        />
      )}
    </>
  );
}
