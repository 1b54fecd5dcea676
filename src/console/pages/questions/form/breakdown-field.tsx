import { Select } from "../../../components/field.tsx";
import type { Schemas } from "../model/question.ts";
import { AddButton, RemoveButton } from "./fields.tsx";
import { ownerChoice, ownerOf, useOwners } from "./group-types.ts";
import { PropertyPicker } from "./pickers.tsx";

type Breakdown = Schemas["QueryBreakdown"];
interface BreakdownFieldProps {
  readonly value: Breakdown | undefined;
  readonly onChange: (value: Breakdown | undefined) => void;
}

export function BreakdownField({ value, onChange }: BreakdownFieldProps) {
  const owners = useOwners();
  if (value === undefined)
    return <AddButton label="Divide by a property" onClick={() => onChange({ breakdown: "" })} />;
  const { breakdown_type: type, breakdown_group_type_index: group_type_index, ...unowned } = value;
  const { breakdown, breakdowns = [] } = unowned;
  const owner = { type, group_type_index };
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
      <Select
        hideLabel
        label="Whose property divides"
        options={owners}
        value={ownerChoice(owner)}
        onValue={(chosen) => onChange({ ...unowned, ...breakdownOwner(chosen) })}
      />
      <PropertyPicker
        label="Property that divides"
        value={breakdown ?? ""}
        of={owner}
        onChange={(chosen) => onChange({ ...value, breakdown: chosen })}
      />
      {remove}
    </fieldset>
  );
}

function breakdownOwner(choice: string): Breakdown {
  const owner = ownerOf(choice);
  if (owner.type !== "group") return { breakdown_type: owner.type };
  return { breakdown_type: owner.type, breakdown_group_type_index: owner.group_type_index };
}
