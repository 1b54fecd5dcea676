import type { ComponentChildren, FormHTMLAttributes } from "preact";
import { useState } from "preact/hooks";
import type { ApiError } from "../api/client.ts";
import { type Action, type Call, useAction } from "../api/operations.ts";
import { isEqual, useUnsaved } from "../api/place.ts";
import { Dialog, DialogButton, type DialogProps, type Opener } from "./dialog.tsx";
import { Field, fieldError } from "./field.tsx";
import { Bar, Button, Message } from "./page.tsx";

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> {
  readonly onSubmit: () => unknown;
  /** Whether only the button sends it, because that has a large effect: Enter goes to the next field. */
  readonly byButton?: boolean;
}

export function Form({ onSubmit, byButton = false, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onKeyDown={byButton ? goOn : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

const FIELDS = "input:enabled, select:enabled, textarea:enabled";

/** Moves the focus from a field of one line to the next field. */
function goOn(event: KeyboardEvent): void {
  const { target, currentTarget: form } = event;
  if (event.key !== "Enter" || event.isComposing || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...(form as HTMLFormElement).querySelectorAll<HTMLElement>(FIELDS)];
  fields
    .slice(fields.indexOf(target) + 1)
    .find((field) => field.checkVisibility())
    ?.focus();
}

/** A value with its error, as attributes of a field. */
export interface FieldState<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onValue: (value: Value) => void;
}

export interface FieldOf<Values> {
  <Name extends keyof Values & string>(name: Name): FieldState<Values[Name]>;
  <Name extends keyof Values & string>(
    name: Name,
    otherwise: NonNullable<Values[Name]>,
  ): FieldState<NonNullable<Values[Name]>>;
}

/** Returns what binds a field to a member of a value; `otherwise` is what an absent one stands for. */
export function fieldsOf<Values extends object>(
  values: Values,
  set: (changes: Partial<Values>) => void,
  errorOf: (name: string) => string | undefined = () => undefined,
): FieldOf<Values> {
  return (name: keyof Values & string, otherwise?: unknown) => ({
    value: (values[name] ?? otherwise ?? values[name]) as never,
    error: errorOf(name),
    onValue: (value: unknown) => set({ [name]: value } as Partial<Values>),
  });
}

/** What a person types until it is sent. */
export interface Editing<Values> extends Action<[]> {
  readonly values: Values;
  readonly isSaved: boolean;
  readonly set: (changes: Partial<Values>) => void;
  readonly show: (values: Values, isSaved?: boolean) => void;
  readonly field: FieldOf<Values>;
  /** Returns what is wrong with a field, which then shows it. */
  readonly errorOf: (attr: string) => string | undefined;
  readonly otherError: () => ApiError | undefined;
}

/**
 * Keeps a form, whose fields are named as in the contract. `send` gets what calls operations of the page's project, and
 * may return what the form shows then. `asks` warns before the page is left with edits.
 */
export function useForm<Values extends object>(
  initial: Values,
  send: (values: Values, call: Call) => Promise<Values | undefined> | Promise<void>,
  { asks = false } = {},
): Editing<Values> {
  const [values, setValues] = useState(initial);
  const [known, setKnown] = useState(initial);
  const [isSaved, setSaved] = useState(false);
  useUnsaved(asks && !isEqual(values, known));
  const action = useAction(async (call) => {
    setSaved(false);
    const sent = await send(values, call);
    show(sent ?? values, true);
  });
  const show = (current: Values, isNow = false) => {
    setValues(current);
    setKnown(current);
    setSaved(isNow);
    action.reset();
  };
  const set = (changes: Partial<Values>) => {
    setSaved(false);
    setValues((old) => ({ ...old, ...changes }));
  };
  const { error } = action;
  const shown = new Set<string | undefined>();
  const errorOf = (attr: string) => {
    shown.add(attr);
    return fieldError(error, attr);
  };
  return {
    ...action,
    ...{ values, isSaved, set, show, errorOf },
    field: fieldsOf(values, set, errorOf),
    otherError: () => (shown.has(error?.attr) ? undefined : error),
  };
}

export function FormError({ of }: { readonly of: Pick<Editing<unknown>, "otherError"> }) {
  const error = of.otherError();
  return error ? <Message>{error.message}</Message> : null;
}

export interface EditProps<Values> {
  readonly form: Editing<Values>;
  readonly submit: string;
  readonly children?: ComponentChildren;
}

interface SentFormProps<Values> extends EditProps<Values>, Pick<FormProps, "class" | "byButton" | "noValidate"> {
  readonly beside?: ComponentChildren;
  readonly error?: ComponentChildren;
}

export function SentForm<Values>({ form, submit, beside, error, children, ...rest }: SentFormProps<Values>) {
  return (
    <Form {...rest} onSubmit={form.run}>
      {children}
      {error === undefined ? <FormError of={form} /> : error}
      <div class="row">
        <Button label={submit} kind="main" type="submit" disabled={form.isRunning} />
        {beside}
      </div>
    </Form>
  );
}

type InlineProps<Values> = EditProps<Values> & { readonly saved?: string; readonly disabled?: boolean };

/** A few fields with their button beside them. */
export function InlineForm<Values>({ form, submit, saved, disabled = false, children }: InlineProps<Values>) {
  return (
    <Form noValidate onSubmit={form.run}>
      <Bar>
        {children}
        <Button label={submit} type="submit" disabled={form.isRunning || disabled} />
      </Bar>
      <FormError of={form} />
      {saved && form.isSaved && <Message tone="success">{saved}</Message>}
    </Form>
  );
}

type InDialog = Pick<DialogProps, "title" | "onClose"> & Pick<FormProps, "noValidate">;

export function DialogForm<Values>({ title, onClose, ...rest }: EditProps<Values> & InDialog) {
  return (
    <Dialog title={title} onClose={onClose}>
      <SentForm class="stack" {...rest} beside={<Button label="Cancel" onClick={onClose} />} />
    </Dialog>
  );
}

interface NameProps {
  readonly title: string;
  readonly submit: string;
  readonly name: string;
  /** Without it, the service says what is wrong with the name. */
  readonly maxLength?: number;
  readonly send: (name: string, call: Call) => Promise<unknown>;
}

export function NameDialog({ title, submit, name, maxLength, onClose, send }: NameProps & { onClose: () => void }) {
  const form = useForm({ name }, async ({ name: chosen }, call) => {
    await send(chosen, call);
    onClose();
  });
  return (
    <DialogForm {...{ title, form, submit, onClose }} noValidate={maxLength === undefined}>
      <Field label="Name" required autoFocus maxLength={maxLength} {...form.field("name")} />
    </DialogForm>
  );
}

export function NameButton({ title, submit, name, maxLength, send, ...opener }: NameProps & Opener) {
  return (
    <DialogButton {...opener}>
      {(onClose) => <NameDialog {...{ title, submit, name, maxLength, send, onClose }} />}
    </DialogButton>
  );
}
