import type { ButtonHTMLAttributes, ComponentChildren, ComponentType } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { Action, Answer, Call, Input, Resource } from "../api/operations.ts";
import { useAction, useOperation } from "../api/operations.ts";
import { useIsAdmin, useParam, useProjectPath } from "../api/place.ts";
import { Code, withCode } from "./text.tsx";

interface Look {
  /** `main` is what a page is for; there is at most one. */
  readonly kind?: "main" | "plain" | "quiet" | "danger";
  readonly small?: boolean;
}

export type ButtonProps = Look & { readonly label?: ComponentChildren; readonly disabled?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    "class" | "className" | "kind" | "disabled" | "label"
  >;

export function Button({ kind, small, type = "button", disabled, onClick, label, children, ...rest }: ButtonProps) {
  return (
    <button type={type} class={className({ kind, small })} {...rest} {...inertIf(disabled, onClick)}>
      {label ?? children}
    </button>
  );
}

/** Makes an element do nothing while disabled, but keep the focus, which browsers take from what is `disabled`. */
export function inertIf<Handler>(disabled: boolean | undefined, onClick: Handler) {
  return disabled ? { "aria-disabled": true, onClick: ignore } : { onClick };
}

const ignore = (event: Event) => event.preventDefault();

/** An address, or the parts of a path below the page's project. */
type To = string | readonly (string | number)[];

function useHref(to: To, query?: string | URLSearchParams): string {
  const path = useProjectPath();
  return (typeof to === "string" ? to : path(...to)) + (query ? `?${query}` : "");
}

type LinkProps = { readonly to: To; readonly query?: string | URLSearchParams; readonly children: ComponentChildren };

export function PageLink({ to, query, children }: LinkProps) {
  return <Link href={useHref(to, query)}>{children}</Link>;
}

export function ButtonLink({ kind, small, to, label }: Look & Pick<LinkProps, "to"> & { readonly label: string }) {
  return (
    <Link href={useHref(to)} className={className({ kind, small })}>
      {label}
    </Link>
  );
}

export function CrossButton({ name, ...rest }: { name: string; disabled?: boolean; onClick: () => void }) {
  return (
    <Button kind="quiet" small aria-label={name} title={name} {...rest}>
      <span aria-hidden="true">✕</span>
    </Button>
  );
}

function className({ kind = "plain", small = false }: Look): string {
  return `button button-${kind}${small ? " button-small" : ""}`;
}

export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    copyText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return (
    <Button small onClick={copy}>
      <span aria-live="polite">{{ ready: label, copied: "Copied", failed: "Not allowed here" }[state]}</span>
    </Button>
  );
}

export function CopiedCode({ text }: { readonly text: string }) {
  return (
    <>
      <Code>{text}</Code> <CopyButton text={text} />
    </>
  );
}

/** Copies also without https, where browsers have no clipboard for pages. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error("The browser refused.");
}

interface PageProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly back?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Page({ title, actions, back, children }: PageProps) {
  useLayoutEffect(() => {
    document.title = `${title} · Sightline`;
  }, [title]);
  return (
    <div class="stack apart page">
      {back !== undefined && <div class="page-back small">{back}</div>}
      <header class="row page-head">
        <h1 class="wrap-anywhere">{title}</h1>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card({ title, actions, children }: Omit<PageProps, "title" | "back"> & { readonly title?: string }) {
  return (
    <section class="stack card">
      {(title !== undefined || actions !== undefined) && (
        <header class="row page-head">
          <h2>{title}</h2>
          {actions !== undefined && <div class="row">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

export function Bar({ children }: { readonly children: ComponentChildren }) {
  return <div class="row bar">{children}</div>;
}

interface MessageProps {
  readonly tone?: "error" | "success" | "warning" | "info";
  readonly children: ComponentChildren;
  readonly onRetry?: (() => void) | undefined;
}

/** Shows a sentence that screen readers say at once. */
export function Message({ tone = "error", children, onRetry }: MessageProps) {
  return (
    <div class={`row message message-${tone}`} role={tone === "error" ? "alert" : "status"}>
      <div class="message-text wrap-anywhere">{typeof children === "string" ? withCode(children) : children}</div>
      {onRetry && <Button label="Try again" small onClick={onRetry} />}
    </div>
  );
}

type ActionProps = ButtonProps & { readonly busy?: string; readonly act: (call: Call) => Promise<unknown> };

/** A button that does nothing more until it has done what it does, with the error before it. */
export function ActionButton({ act, label, busy, disabled = false, ...rest }: ActionProps) {
  const { run, isRunning, error } = useAction(act);
  return (
    <>
      {error && <Message>{error.message}</Message>}
      <Button
        {...rest}
        label={isRunning && busy ? busy : label}
        disabled={disabled || isRunning}
        onClick={() => void run()}
      />
    </>
  );
}

type More = Pick<Action<[]>, "error" | "isRunning"> & { readonly show: (() => void) | undefined };

/** Shows what follows in a list, if there is more. */
export function MoreButton({ of: { show, error, isRunning }, label }: { readonly of: More; readonly label: string }) {
  return (
    <>
      {error && <Message onRetry={show}>{error.message}</Message>}
      {show && <Button label={label} disabled={isRunning} onClick={show} />}
    </>
  );
}

export function Loading({ what = "Loading" }: { readonly what?: string }) {
  return (
    <p class="loading quiet" role="status">
      {what}…
    </p>
  );
}

type EmptyProps = { readonly title: string; readonly says?: ComponentChildren; readonly children?: ComponentChildren };

export function EmptyState({ title, says, children }: EmptyProps) {
  return (
    <div class="stack empty-state">
      <h2>{title}</h2>
      {says && <p>{says}</p>}
      {children}
    </div>
  );
}

interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly gone?: EmptyProps | undefined;
  readonly children: (data: T) => ComponentChildren;
}

const GONE = { title: "There is nothing at this address", says: "It was removed, or the address is wrong." };

export function Loaded<T>({ resource: { data, error, reload }, gone = GONE, children }: LoadedProps<T>) {
  if (error?.status === 404 && data === undefined) return <EmptyState {...gone} />;
  return (
    <>
      {error && <Message onRetry={reload}>{error.message}</Message>}
      {data !== undefined ? children(data) : !error && <Loading />}
    </>
  );
}

type Saved = "cohorts" | "dashboards" | "event_schemas" | "experiments" | "insights" | "surveys";
type Kept = Saved | "error_tracking_issues" | "persons" | "session_recordings";
type Named = Omit<PageProps, "children"> & { readonly gone?: EmptyProps };
type Shown<K extends Kept> = ComponentType<{ readonly one: Answer<`${K}_retrieve`>; readonly reload: () => void }>;

/** Returns a page about what its address names by `:id`. Until that is loaded, the title is what it is. */
export function pageOfOne<K extends Kept>(of: K, { gone, ...page }: Named, One: Shown<K>) {
  return () => {
    const id = useParam("id");
    const found = useOperation(`${of}_retrieve`, { id } as unknown as Input<`${K}_retrieve`>);
    if (found.data !== undefined) return <One one={found.data} reload={found.reload} />;
    return (
      <Page {...page}>
        <Loaded resource={found} gone={gone}>
          {() => null}
        </Loaded>
      </Page>
    );
  };
}

/** Shows what only owners and admins may do; others read who may `to`, such as "change the settings". */
export function ForAdmins({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  if (useIsAdmin()) return <>{children}</>;
  return <p class="quiet">Owners and admins of the organization {to}.</p>;
}
