import type { ComponentChildren } from "preact";
import type { Action } from "../api/use-resource.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Message } from "./message.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  readonly says: ComponentChildren;
  readonly confirm: string;
  readonly action: Action<[]>;
  readonly onClose: () => void;
}

export function ConfirmDialog({ title, says, confirm, action, onClose }: ConfirmDialogProps) {
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
      {typeof says === "string" ? <p>{says}</p> : says}
      {action.error && <Message>{action.error.message}</Message>}
    </Dialog>
  );
}
