import type { SessionKey } from "../../store/ports/recordings.ts";

/** Returns the session as one text, for the keys of caches. */
export function sessionName({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}

/** Returns the session of a name. Project ids contain no slash. */
export function parseSessionName(name: string): SessionKey {
  const end = name.indexOf("/");
  return { projectId: name.slice(0, end), sessionId: name.slice(end + 1) };
}
