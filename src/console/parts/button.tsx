import type { ButtonHTMLAttributes } from "preact";
import { Link } from "wouter-preact";

interface Look {
  /** `main` is what a page is for; there is at most one. */
  readonly kind?: "main" | "plain" | "quiet" | "danger";
  readonly small?: boolean;
}

type Props = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "className" | "kind">;

export function Button({ kind, small, type = "button", ...rest }: Props) {
  return <button type={type} class={className({ kind, small })} {...rest} />;
}

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
