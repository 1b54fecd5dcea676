import type { ApiError } from "../../api/errors.ts";
import { useKnownNames } from "../../api/operations.ts";
import { Button } from "../../components/button.tsx";
import { Field, Select, Suggestions } from "../../components/field.tsx";
import { Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { conditionAttr, errorAt } from "./error-places.ts";
import type { Condition, Filters } from "./flags.ts";
import { numberIn } from "./operators.ts";
import { PERSON_PROPERTIES, PropertyList } from "./property-list.tsx";

interface Props {
  readonly filters: Filters;
  readonly error: ApiError | undefined;
  readonly onChange: (changed: Partial<Filters>) => void;
}

export function ConditionList({ filters, error, onChange }: Props) {
  const { groups } = filters;
  const wrong = errorAt(error, "filters__groups");
  const names = useKnownNames("property", "person");
  return (
    <Card title="Who gets it">
      <p class="quiet">Whoever meets one of these rules. Without a rule, nobody gets the flag.</p>
      {groups.map((condition, index) => (
        <ConditionFields
          key={index}
          {...{ condition, index, filters, error }}
          onChange={(changed) => onChange({ groups: groups.with(index, { ...condition, ...changed }) })}
          onRemove={() => onChange({ groups: groups.toSpliced(index, 1) })}
        />
      ))}
      <Suggestions id={PERSON_PROPERTIES} values={names} />
      {wrong && <Message>{wrong}</Message>}
      <div class="page-actions">
        <Button small onClick={() => onChange({ groups: [...groups, { properties: [], rollout_percentage: 100 }] })}>
          Add a rule
        </Button>
      </div>
      <details class="flag-more">
        <summary>For groups instead of persons</summary>
        <Field
          label="Type of group"
          hint="Such as company. Everyone in a group then gets the same. Leave it empty for persons."
          value={filters.aggregation_group_type ?? ""}
          error={errorAt(error, "filters__aggregation_group_type")}
          onValue={(type) => onChange({ aggregation_group_type: type === "" ? null : type })}
        />
      </details>
    </Card>
  );
}

interface ConditionProps extends Omit<Props, "onChange"> {
  readonly condition: Condition;
  readonly index: number;
  readonly onChange: (changed: Partial<Condition>) => void;
  readonly onRemove: () => void;
}

function ConditionFields({ condition, index, filters, error, onChange, onRemove }: ConditionProps) {
  const { properties, rollout_percentage: share, variant } = condition;
  const variants = filters.multivariate?.variants ?? [];
  return (
    <fieldset class="flag-condition">
      <legend>Rule {index + 1}</legend>
      <PropertyList
        properties={properties ?? []}
        condition={index}
        error={error}
        onChange={(changed) => onChange({ properties: changed })}
      />
      <div class="flag-row">
        <Field
          label="Share of them, in %"
          inputMode="decimal"
          value={share ?? 100}
          error={errorAt(error, `${conditionAttr(index)}__rollout_percentage`)}
          onChange={({ currentTarget }) => onChange({ rollout_percentage: numberIn(currentTarget.value) })}
        />
        {variants.length > 0 && (
          <Select
            label="Variant"
            options={[
              { value: "", label: "By their percentages" },
              ...variants.map(({ key }) => ({ value: key, label: key || "(without a key)" })),
            ]}
            value={variant ?? ""}
            error={errorAt(error, `${conditionAttr(index)}__variant`)}
            onValue={(key) => onChange({ variant: key === "" ? null : key })}
          />
        )}
        <Button kind="quiet" small onClick={onRemove} aria-label={`Remove rule ${index + 1}`}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}
