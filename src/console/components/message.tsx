import type { ComponentChildren } from "preact";
import type { Resource } from "../api/use-resource.ts";
import { Button } from "./button.tsx";
import { withCode } from "./text.tsx";

interface Props {
  readonly tone?: "error" | "success" | "warning" | "info";
  readonly children: ComponentChildren;
  readonly onRetry?: (() => void) | undefined;
}

/** Shows a sentence that screen readers say at once. */
export function Message({ tone = "error", children, onRetry }: Props) {
  return (
    <div class={`message message-${tone}`} role={tone === "error" ? "alert" : "status"}>
      <div class="message-text">{typeof children === "string" ? withCode(children) : children}</div>
      {onRetry && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function Loading({ what = "Loading" }: { readonly what?: string }) {
  return (
    <p class="loading" role="status">
      {what}…
    </p>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function EmptyState({ title, children }: EmptyProps) {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface LoadedProps<T> {
  readonly resource: Resource<T>;
  readonly children: (data: T) => ComponentChildren;
}

export function Loaded<T>({ resource: { data, error, reload }, children }: LoadedProps<T>) {
  if (error?.status === 404 && data === undefined) {
    return (
      <EmptyState title="There is nothing at this address">
        <p>It was removed, or the address is wrong.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {error && <Message onRetry={reload}>{error.message}</Message>}
      {data !== undefined ? children(data) : !error && <Loading />}
    </>
  );
}
