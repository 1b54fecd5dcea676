import type { ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";

interface Props {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly back?: ComponentChildren;
  readonly children: ComponentChildren;
}

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

export function Bar({ children }: { readonly children: ComponentChildren }) {
  return <div class="bar">{children}</div>;
}
