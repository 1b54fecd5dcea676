import type { ComponentChildren } from "preact";
import type { Action } from "../api/use-resource.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Message } from "./message.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen. */
  readonly says: string;
  readonly confirm: string;
  readonly action: Action<[]>;
  readonly onClose: () => void;
  /** What the person must do first. */
  readonly children?: ComponentChildren;
}

export function ConfirmDialog({ title, says, confirm, action, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={action.isRunning} onClick={() => void action.run()}>
            {confirm}
          </Button>
        </>
      }
    >
      <p class="wrap-anywhere">{says}</p>
      {children}
      {action.error && <Message>{action.error.message}</Message>}
    </Dialog>
  );
}
