import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes, TextareaHTMLAttributes } from "preact";
import { useId, useState } from "preact/hooks";
import type { ApiError } from "../api/client.ts";
import { needsValue, type Option } from "./options.ts";
import { CrossButton, inertIf } from "./page.tsx";
import { withCode } from "./text.tsx";

interface Labelled {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly hideLabel?: boolean;
}

/** Returns attributes of a control, and what puts its label, hint and error around it. */
function useFrame({ label, hint, error, hideLabel = false }: Labelled) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  const control = {
    id,
    class: "field-input",
    "aria-invalid": error === undefined ? undefined : ("true" as const),
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
  };
  const frame = (element: ComponentChildren) => (
    <div class="field">
      <label for={id} class={hideLabel ? "visually-hidden" : "field-label"}>
        {label}
      </label>
      {element}
      {hint !== undefined && (
        <p class="small quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {withCode(error)}
        </p>
      )}
    </div>
  );
  return { control, frame };
}

export type FieldProps = Labelled & {
  readonly onValue?: (value: string) => void;
  /** Values to choose from; others can be typed. */
  readonly suggestions?: readonly string[];
} & Omit<InputHTMLAttributes<HTMLInputElement>, "label" | "class" | "list">;

/**
 * Keeps typed text until it loses the focus, despite renders. `onValue` gets each letter, `onChange` the result.
 * Most texts are names: browsers neither complete nor correct them.
 */
export function Field({ label, hint, error, hideLabel, onValue, suggestions, ...rest }: FieldProps) {
  const { control, frame } = useFrame({ label, hint, error, hideLabel });
  const [typed, setTyped] = useState<string | null>(null);
  const untold = rest.onChange && {
    value: typed ?? rest.value,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setTyped(currentTarget.value),
    onBlur: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      if (currentTarget.validity.valid) setTyped(null);
    },
  };
  const tell = onValue && {
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onValue(currentTarget.value),
  };
  const list = suggestions && `${control.id}-list`;
  return frame(
    <>
      <input autocomplete="off" spellcheck={false} {...{ list, ...control, ...tell, ...rest, ...untold }} />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>,
  );
}

type TextProps = Labelled & { readonly onValue?: (value: string) => void } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    "label" | "class"
  >;

export function TextField({ label, hint, error, hideLabel, onValue, rows = 4, ...rest }: TextProps) {
  const { control, frame } = useFrame({ label, hint, error, hideLabel });
  return frame(
    <textarea
      {...control}
      rows={rows}
      onInput={onValue && (({ currentTarget }) => onValue(currentTarget.value))}
      {...rest}
    />,
  );
}

export type SelectProps<Value extends string> = Labelled & {
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, "label" | "class" | "value" | "size">;

/** Offers a few values, and the present one if it is another, which came from elsewhere. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, hideLabel, options: known, value, onValue, ...rest } = props;
  const { control, frame } = useFrame({ label, hint, error, hideLabel });
  const isOffered = known.some((option) => option.value === value);
  const options = isOffered ? known : [...known, { value, label: value }];
  const groups = [...new Set(options.map(({ group }) => group))];
  const list = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ));
  return frame(
    <select
      {...control}
      {...{ value }}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value as Value;
        currentTarget.value = value; // until the page agrees
        onValue(chosen);
      }}
      {...rest}
    >
      {groups.map((group) =>
        group === undefined ? (
          list(group)
        ) : (
          <optgroup key={group} label={group}>
            {list(group)}
          </optgroup>
        ),
      )}
    </select>,
  );
}

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, "label" | "class" | "type" | "disabled" | "value"> & {
  readonly label: ComponentChildren;
  readonly disabled?: boolean;
  readonly value: boolean;
  readonly onValue: (checked: boolean) => void;
};

export function Checkbox({ label, value, onValue, disabled, onClick, ...rest }: CheckProps) {
  return (
    <label class="field-check">
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
        {...rest}
        {...inertIf(disabled, onClick)}
      />
      <span>{label}</span>
    </label>
  );
}

export interface ConditionRowProps<Operator extends string> {
  /** What it is, such as "condition 1 of rule 2". */
  readonly name: string;
  readonly class: string;
  readonly owner: SelectProps<string> | false;
  readonly children: ComponentChildren;
  readonly comparison: Omit<SelectProps<Operator>, "label"> | false;
  readonly value: Partial<FieldProps> | false;
  readonly onRemove: () => void;
}

export function ConditionRow<Operator extends string>(props: ConditionRowProps<Operator>) {
  const { name, class: look, owner, children, comparison, value, onRemove } = props;
  return (
    <fieldset class={look}>
      <legend class="visually-hidden">{`C${name.slice(1)}`}</legend>
      {owner && <Select hideLabel {...owner} />}
      {children}
      {comparison && <Select hideLabel label="Comparison" {...comparison} />}
      {value && needsValue(comparison ? comparison.value : undefined) && (
        <Field hideLabel label="Value" placeholder="Value" {...value} />
      )}
      <CrossButton name={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  );
}

/** Returns what the service says about one field. Other errors belong above the form. */
export function fieldError(error: ApiError | undefined, attr: string): string | undefined {
  if (error?.attr !== attr) return undefined;
  return error.message.startsWith(`${attr} `) ? `This${error.message.slice(attr.length)}` : error.message;
}
