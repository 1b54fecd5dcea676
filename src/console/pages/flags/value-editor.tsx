import { Field, TextField } from "../../components/field.tsx";
import { type FieldState, fieldsOf } from "../../components/form.tsx";
import { Button, Card, Message } from "../../components/page.tsx";
import type { FlagParts, Variant } from "./flags.ts";
import { evenShares, numberIn, payloadToText, withPayload, withVariant } from "./flags.ts";

export function ValueEditor({ filters, errorOf, onChange }: FlagParts) {
  const variants = filters.multivariate?.variants ?? [];
  const wrong = errorOf("filters__multivariate__variants");
  const setVariants = (changed: readonly Variant[]) => {
    onChange({ multivariate: changed.length === 0 ? null : { ...filters.multivariate, variants: changed } });
  };
  const add = () => setVariants(withVariant(variants, newKey(variants)));
  return (
    <Card title="What they get">
      {variants.length === 0 ? (
        <>
          <p>That the flag is on.</p>
          <Payload value="true" label="Payload" {...{ filters, errorOf, onChange }} />
        </>
      ) : (
        variants.map((variant, index) => (
          <VariantFields
            key={index}
            {...{ variant, index, filters, errorOf, onChange }}
            onVariant={(changed) => setVariants(variants.with(index, { ...variant, ...changed }))}
            onRemove={() => setVariants(variants.toSpliced(index, 1))}
          />
        ))
      )}
      {wrong && <Message>{wrong}</Message>}
      <div class="row">
        <Button
          label={variants.length === 0 ? "Use variants" : "Add a variant"}
          small
          onClick={() => (variants.length === 0 ? setVariants(START) : add())}
        />
        {variants.length > 1 && <Button label="Share evenly" small onClick={() => setVariants(evenShares(variants))} />}
      </div>
    </Card>
  );
}

const START = evenShares(["control", "test"].map((key) => ({ key, rollout_percentage: 0 })));

function newKey(variants: readonly Variant[]): string {
  for (let number = variants.length + 1; ; number += 1) {
    if (variants.every(({ key }) => key !== `variant-${number}`)) return `variant-${number}`;
  }
}

interface VariantProps extends FlagParts {
  readonly variant: Variant;
  readonly index: number;
  readonly onVariant: (changed: Partial<Variant>) => void;
  readonly onRemove: () => void;
}

function VariantFields({ variant, index, filters, errorOf, onChange, onVariant, onRemove }: VariantProps) {
  const { key } = variant;
  const attr = `filters__multivariate__variants__${index}`;
  const field = fieldsOf(variant, onVariant, (name) => errorOf(`${attr}__${name}`));
  return (
    <fieldset class="stack box">
      <legend>Variant {index + 1}</legend>
      <div class="row flag-row">
        <Field label="Key" {...field("key")} />
        <ShareField label="Share, in %" {...field("rollout_percentage")} />
        <Button label="Remove" kind="quiet" small onClick={onRemove} aria-label={`Remove variant ${key}`} />
      </div>
      <Payload value={key} label={`Payload of ${key || "this variant"}`} {...{ filters, errorOf, onChange }} />
    </fieldset>
  );
}

/** A part of 100. What is no number stays as it was typed. */
export function ShareField({ onValue, ...rest }: FieldState<number | string> & { readonly label: string }) {
  const onChange = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    onValue(numberIn(currentTarget.value));
  };
  return <Field {...rest} inputMode="decimal" onChange={onChange} />;
}

function Payload({ value, label, filters, errorOf, onChange }: FlagParts & { value: string; label: string }) {
  return (
    <TextField
      label={label}
      hint="JSON that programs get with it, such as {&quot;color&quot;: &quot;blue&quot;}. Empty for none."
      rows={2}
      spellcheck={false}
      value={payloadToText(filters.payloads?.[value])}
      error={errorOf(`filters__payloads__${value}`)}
      onChange={({ currentTarget }) =>
        onChange({ payloads: withPayload(filters.payloads, value, currentTarget.value) })
      }
    />
  );
}
