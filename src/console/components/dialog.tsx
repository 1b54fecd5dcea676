import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/client.ts";
import { useAction } from "../api/operations.ts";
import { Button, type ButtonProps, Message } from "./page.tsx";

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

type Opener = Pick<ButtonProps, "kind" | "small" | "aria-label"> & { readonly label: ComponentChildren };

/** A button with the dialog that it opens. */
export function DialogButton({
  label,
  children,
  ...look
}: Opener & { children: (close: () => void) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

interface Question {
  readonly title: string;
  /** What happens then; it may ask for more after an error. */
  readonly says: ComponentChildren | ((error: ApiError | undefined) => ComponentChildren);
  readonly confirm: string;
  readonly cancel?: string;
  readonly isHarmless?: boolean;
  /** The dialog stays if it fails, and if it returns false. */
  readonly act: () => unknown;
}

/** Asks before something that cannot be undone, or that others notice. */
export function ConfirmDialog(props: Question & { readonly onClose: () => void }) {
  const { title, says, confirm, cancel = "Cancel", isHarmless = false, act, onClose } = props;
  const action = useAction(async () => {
    if ((await act()) !== false) onClose();
  });
  const text = typeof says === "function" ? says(action.error) : says;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind={isHarmless ? "main" : "danger"} disabled={action.isRunning} onClick={() => void action.run()}>
            {confirm}
          </Button>
        </>
      }
    >
      {typeof text === "string" ? <p>{text}</p> : text}
      {action.error && <Message>{action.error.message}</Message>}
    </Dialog>
  );
}

export function ConfirmButton({ kind, small, label, "aria-label": name, ...question }: Question & Opener) {
  return (
    <DialogButton {...{ kind, small, label }} aria-label={name}>
      {(close) => <ConfirmDialog {...question} onClose={close} />}
    </DialogButton>
  );
}
