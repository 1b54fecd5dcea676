import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";

interface Props {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  /** What leads back, above the title. */
  readonly back?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every page: its title, which is the window's as well, and what is below. */
export function Page({ title, actions, back, children }: Props) {
  useLayoutEffect(() => {
    document.title = `${title} · Sightline`;
  }, [title]);
  return (
    <div class="page">
      {back !== undefined && <div class="page-back">{back}</div>}
      <header class="page-head">
        <h1 class="wrap-anywhere">{title}</h1>
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page, on a surface of its own. */
export function Card({ title, actions, children }: Omit<Props, "title" | "back"> & { readonly title?: string }) {
  return (
    <section class="card">
      {(title !== undefined || actions !== undefined) && (
        <header class="card-head">
          <h2>{title}</h2>
          {actions !== undefined && <div class="page-actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** Fields and buttons in a row, which wraps. */
export function Bar({ children }: { readonly children: ComponentChildren }) {
  return <div class="bar">{children}</div>;
}
