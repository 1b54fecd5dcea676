import { Dialog } from "../../../components/dialog.tsx";
import type { Figure } from "../presentation/shown.ts";
import { ActorList } from "./actor-list.tsx";

interface ActorsDialogProps {
  readonly figure: Figure;
  readonly onClose: () => void;
}

/** Lists the persons behind a number. */
export function ActorsDialog({ figure: { actors, means = "" }, onClose }: ActorsDialogProps) {
  return (
    <Dialog title={means} onClose={onClose} wide>
      <ActorList actors={actors} caption={means} />
    </Dialog>
  );
}
