import { problem } from "../../problem.ts";
import type { UserId } from "../../storage/ports/common.ts";
import type { Recordings, SessionKey } from "../../storage/ports/recordings.ts";

/** Pins a recording for the user, or takes that back; doing it again changes nothing. Throws `not_found`. */
export async function pinRecording(
  { projectId, sessionId }: SessionKey,
  userId: UserId,
  isPinned: boolean,
  recordings: Pick<Recordings, "pin">,
): Promise<void> {
  if (!(await recordings.pin(projectId, sessionId, userId, isPinned))) throw problem("not_found");
}
