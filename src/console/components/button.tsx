import type { ButtonHTMLAttributes } from "preact";
import { Link } from "wouter-preact";

interface Look {
  /** `main` is what a page is for; there is at most one. */
  readonly kind?: "main" | "plain" | "quiet" | "danger";
  readonly small?: boolean;
}

type Props = Look & { readonly disabled?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    "class" | "className" | "kind" | "disabled"
  >;

export function Button({ kind, small, type = "button", disabled, onClick, ...rest }: Props) {
  return <button type={type} class={className({ kind, small })} {...rest} {...inertIf(disabled, onClick)} />;
}

/**
 * Returns what makes an element do nothing while it is disabled. It keeps the focus, which browsers take away from what
 * is `disabled`: with a keyboard, a person would have to come back to it after each change.
 */
export function inertIf<Handler>(disabled: boolean | undefined, onClick: Handler) {
  return disabled ? { "aria-disabled": true, onClick: ignore } : { onClick };
}

const ignore = (event: Event) => event.preventDefault();

type LinkProps = Look & { readonly to: string; readonly children: preact.ComponentChildren };

/** A link that looks like a button, for what leads to another page. */
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
