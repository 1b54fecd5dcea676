import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ApiError } from "../api/client.ts";
import { type Call, useAction } from "../api/operations.ts";
import { setLeaveQuestion, useGo } from "../api/place.ts";
import { Button, type ButtonProps, CrossButton, Message } from "./page.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
}

/** A dialog above the page. It is open as long as it is rendered. */
export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // What had the focus before gets it back only from a dialog that is closed.
    return () => dialog?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={element} class={wide ? "dialog dialog-wide" : "dialog"} aria-labelledby={id} onCancel={cancel}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <CrossButton name="Close" onClick={onClose} />
      </header>
      <div class="stack dialog-body">{children}</div>
      {actions !== undefined && <footer class="row dialog-actions">{actions}</footer>}
    </dialog>
  );
}

export interface Opener extends Pick<ButtonProps, "kind" | "small" | "aria-label"> {
  readonly label: string;
  /** What the button is about. For screen readers, its name is the label with this behind. */
  readonly of?: string;
}
type Opened = (close: () => void) => ComponentChildren;

export function DialogButton({ label, of, children, ...look }: Opener & { readonly children: Opened }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button label={label} aria-label={of && `${label} ${of}`} {...look} onClick={() => setOpen(true)} />
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
  readonly act: (call: Call) => unknown;
}

/** Asks before something that cannot be undone, or that others notice. */
export function ConfirmDialog(props: Question & { readonly onClose: () => void }) {
  const { title, says, confirm, cancel = "Cancel", isHarmless = false, act, onClose } = props;
  const action = useAction(async (call) => {
    if ((await act(call)) !== false) onClose();
  });
  const text = typeof says === "function" ? says(action.error) : says;
  const actions = (
    <>
      <Button label={cancel} onClick={onClose} />
      <Button
        label={confirm}
        kind={isHarmless ? "main" : "danger"}
        disabled={action.isRunning}
        onClick={() => void action.run()}
      />
    </>
  );
  return (
    <Dialog {...{ title, onClose, actions }}>
      {typeof text === "string" ? <p>{text}</p> : text}
      {action.error && <Message>{action.error.message}</Message>}
    </Dialog>
  );
}

type ConfirmProps = Opener & Omit<Question, "confirm"> & { readonly confirm?: string };

export function ConfirmButton({ kind, small, label, of, confirm = label, ...question }: ConfirmProps) {
  return (
    <DialogButton {...{ kind, small, label, of }}>
      {(onClose) => <ConfirmDialog {...question} {...{ confirm, onClose }} />}
    </DialogButton>
  );
}

interface DeleteProps extends Pick<Question, "title" | "says"> {
  readonly of: "cohorts" | "dashboards" | "event_schemas" | "experiments" | "feature_flags" | "insights" | "surveys";
  readonly id: string;
  /** The area of the console that is shown then. */
  readonly area: string;
}

/** Deletes what a page is about. */
export function DeleteButton({ of, id, area, ...question }: DeleteProps) {
  const go = useGo();
  const act = (call: Call) => call(`${of}_destroy`, { id }).then(() => go(area));
  return <ConfirmButton label="Delete" {...question} act={act} />;
}

/** Asks before edits of a page are lost. */
export function LeaveDialog() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => setLeaveQuestion((goOn) => setLeave(() => goOn)), []);
  return (
    leave && (
      <ConfirmDialog
        title="Leave without saving?"
        says="What you changed on this page is not saved, and is lost if you leave."
        cancel="Stay here"
        confirm="Leave without saving"
        act={leave}
        onClose={() => setLeave(null)}
      />
    )
  );
}
