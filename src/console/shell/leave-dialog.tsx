import { useEffect, useState } from "preact/hooks";
import { setLeaveQuestion } from "../api/unsaved.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";

/** Asks before edits are lost. */
export function LeaveDialog() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => setLeaveQuestion((goOn) => setLeave(() => goOn)), []);
  if (leave === null) return null;
  const stay = () => setLeave(null);
  const actions = (
    <>
      <Button onClick={stay}>Stay here</Button>
      <Button
        kind="danger"
        onClick={() => {
          stay();
          leave();
        }}
      >
        Leave without saving
      </Button>
    </>
  );
  return (
    <Dialog title="Leave without saving?" onClose={stay} {...{ actions }}>
      <p>What you changed on this page is not saved, and is lost if you leave.</p>
    </Dialog>
  );
}
