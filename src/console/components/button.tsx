import type { ButtonHTMLAttributes } from "preact";
import { Link } from "wouter-preact";

interface Look {
  /** `main` is what a page is for; there is at most one. */
  readonly kind?: "main" | "plain" | "quiet" | "danger";
  readonly small?: boolean;
}

export type ButtonProps = Look & { readonly disabled?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    "class" | "className" | "kind" | "disabled"
  >;

export function Button({ kind, small, type = "button", disabled, onClick, ...rest }: ButtonProps) {
  return <button type={type} class={className({ kind, small })} {...rest} {...inertIf(disabled, onClick)} />;
}

/** Makes an element do nothing while disabled, but keep the focus, which browsers take from what is `disabled`. */
export function inertIf<Handler>(disabled: boolean | undefined, onClick: Handler) {
  return disabled ? { "aria-disabled": true, onClick: ignore } : { onClick };
}

const ignore = (event: Event) => event.preventDefault();

type LinkProps = Look & { readonly to: string; readonly children: preact.ComponentChildren };

export function ButtonLink({ kind, small, to, children }: LinkProps) {
  return (
    <Link href={to} className={className({ kind, small })}>
      {children}
    </Link>
  );
}

function className({ kind = "plain", small = false }: Look): string {
  return `button button-${kind}${small ? " button-small" : ""}`;
}
