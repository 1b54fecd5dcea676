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
      <p>{says}</p>
      {action.error && <Message>{action.error.message}</Message>}
    </Dialog>
  );
}
