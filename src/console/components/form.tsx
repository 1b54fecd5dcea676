import type { FormHTMLAttributes } from "preact";
import type { ApiError } from "../api/errors.ts";
import { Message } from "./message.tsx";

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

interface FormErrorProps {
  readonly error: ApiError | undefined;
  /** Names of the fields that show their errors themselves. */
  readonly fields: readonly string[];
}

export function FormError({ error, fields }: FormErrorProps) {
  if (error === undefined || fields.includes(error.attr ?? "")) return null;
  return <Message>{error.message}</Message>;
}
