import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
}

/** A dialog above the page. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children, actions, wide = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // What had the focus before gets it back only from a dialog that is closed.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" small onClick={onClose} aria-label="Close">
          <span aria-hidden="true">✕</span>
        </Button>
      </header>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  );
}
