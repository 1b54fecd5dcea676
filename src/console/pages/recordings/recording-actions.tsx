import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Message } from "../../components/message.tsx";
import { CopyButton, Count } from "../../components/text.tsx";
import type { Recording } from "./playback/snapshots-api.ts";
import type { RecordingApi } from "./recordings-api.ts";

interface Props {
  readonly recording: Recording;
  readonly api: RecordingApi;
  /** The moment that a link leads to, in whole seconds. */
  readonly seconds: number;
  readonly onChanged: () => void;
}

export function RecordingActions({ recording, api, seconds, onChanged }: Props) {
  const [asks, setAsks] = useState(false);
  const pin = useAction(async (isWanted: boolean) => {
    await (isWanted ? api.pin() : api.unpin());
    onChanged();
  });
  const { pinned_by_me: isPinned, pinned_count } = recording;
  const others = Number(pinned_count) - Number(isPinned);
  return (
    <>
      <CopyButton text={linkTo(seconds)}>Copy link to this moment</CopyButton>
      <Button small disabled={pin.isRunning} aria-pressed={isPinned} onClick={() => pin.run(!isPinned)}>
        {isPinned ? "Pinned" : "Pin"}
      </Button>
      <Button small onClick={() => setAsks(true)}>
        Delete
      </Button>
      {others > 0 && (
        <Message tone="info">
          <Count value={others} unit="other member has" units="other members have" /> pinned it, so it is kept.
        </Message>
      )}
      {pin.error && <Message>{pin.error.message}</Message>}
      {asks && <DeleteDialog api={api} onClose={() => setAsks(false)} />}
    </>
  );
}

function DeleteDialog({ api, onClose }: { readonly api: RecordingApi; readonly onClose: () => void }) {
  const link = useProjectPath();
  const [, navigate] = useLocation();
  const erase = useAction(() => api.erase());
  const confirm = async () => {
    if (await erase.run()) navigate(link("recordings"), { replace: true });
  };
  return (
    <Dialog
      title="Delete this recording?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" disabled={erase.isRunning} onClick={confirm}>
            Delete the recording
          </Button>
        </>
      }
    >
      <p>
        It is removed from every place where it is stored, for everybody, and cannot be restored. The events of the
        session are kept.
      </p>
      {erase.error && <Message>{erase.error.message}</Message>}
    </Dialog>
  );
}

function linkTo(seconds: number): string {
  const [path = ""] = location.hash.split("?");
  return new URL(`${path}?t=${seconds}`, location.href).href;
}
