import type { FormHTMLAttributes } from "preact";
import type { ApiError } from "../api/errors.ts";
import { Message } from "./message.tsx";

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> & { readonly onSubmit: () => unknown };

/** A form that the page sends itself. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

interface FormErrorProps {
  readonly error: ApiError | undefined;
  /** Names of the fields that show their errors themselves. */
  readonly fields: readonly string[];
}

/** Shows an error that concerns none of the fields. */
export function FormError({ error, fields }: FormErrorProps) {
  if (error === undefined || fields.includes(error.attr ?? "")) return null;
  return <Message>{error.message}</Message>;
}
