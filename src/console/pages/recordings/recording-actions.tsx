import { useLocation } from "wouter-preact";
import { useCall } from "../../api/operations.ts";
import { useProjectPath } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Message } from "../../components/message.tsx";
import { CopyButton, Count } from "../../components/text.tsx";
import type { Recording } from "./playback/snapshots-api.ts";

interface Props {
  readonly recording: Recording;
  /** The moment that a link leads to, in whole seconds. */
  readonly seconds: number;
  readonly onChanged: () => void;
}

export function RecordingActions({ recording, seconds, onChanged }: Props) {
  const call = useCall();
  const link = useProjectPath();
  const [, navigate] = useLocation();
  const { id, pinned_by_me: isPinned, pinned_count } = recording;
  const pin = useAction(async () => {
    await call(isPinned ? "session_recordings_unpin" : "session_recordings_pin", { id });
    onChanged();
  });
  const others = Number(pinned_count) - Number(isPinned);
  return (
    <>
      <CopyButton text={linkTo(seconds)}>Copy link to this moment</CopyButton>
      <Button small disabled={pin.isRunning} aria-pressed={isPinned} onClick={() => pin.run()}>
        {isPinned ? "Pinned" : "Pin"}
      </Button>
      <ConfirmButton
        small
        label="Delete"
        title="Delete this recording?"
        says={DELETED}
        cancel="Keep it"
        confirm="Delete the recording"
        act={async () => {
          await call("session_recordings_destroy", { id });
          navigate(link("recordings"), { replace: true });
        }}
      />
      {others > 0 && (
        <Message tone="info">
          <Count value={others} unit="other member has" units="other members have" /> pinned it, so it is kept.
        </Message>
      )}
      {pin.error && <Message>{pin.error.message}</Message>}
    </>
  );
}

const DELETED =
  "It is removed from every place where it is stored, for everybody, and cannot be restored. " +
  "The events of the session are kept.";

function linkTo(seconds: number): string {
  const [path = ""] = location.hash.split("?");
  return new URL(`${path}?t=${seconds}`, location.href).href;
}
