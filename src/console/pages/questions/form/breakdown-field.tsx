import { OWNERS } from "../model/choices.ts";
import type { Schemas } from "../model/question.ts";
import { Choose } from "./choose.tsx";
import { PropertyPicker } from "./pickers.tsx";
import { AddButton, RemoveButton } from "./row-buttons.tsx";

type Breakdown = Schemas["QueryBreakdown"];
interface BreakdownFieldProps {
  readonly value: Breakdown | undefined;
  readonly onChange: (value: Breakdown | undefined) => void;
}

/** By which property the answer is divided. */
export function BreakdownField({ value, onChange }: BreakdownFieldProps) {
  if (value === undefined)
    return <AddButton label="Divide by a property" onClick={() => onChange({ breakdown: "" })} />;
  const { breakdown, breakdowns = [], breakdown_type = "event" } = value;
  const remove = <RemoveButton what="the division" onClick={() => onChange(undefined)} />;
  if (breakdowns.length > 0) {
    return (
      <div class="ask-row">
        <span>{`Divided by ${breakdowns.map(({ property }) => property).join(" and ")}`}</span>
        {remove}
      </div>
    );
  }
  return (
    <fieldset class="ask-row">
      <legend class="visually-hidden">Divided by</legend>
      <span aria-hidden="true">Divided by</span>
      <Choose
        hideLabel
        label="Whose property divides"
        choices={OWNERS}
        value={breakdown_type as "event"}
        onChange={(chosen) => onChange({ ...value, breakdown_type: chosen })}
      />
      <PropertyPicker
        label="Property that divides"
        value={breakdown ?? ""}
        of={breakdown_type as "event"}
        onChange={(chosen) => onChange({ ...value, breakdown: chosen })}
      />
      {remove}
    </fieldset>
  );
}
