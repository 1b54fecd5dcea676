import type { SessionKey } from "../../store/ports/recordings.ts";

export function sessionName({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}

/** Relies on project ids without slashes. */
export function parseSessionName(name: string): SessionKey {
  const end = name.indexOf("/");
  return { projectId: name.slice(0, end), sessionId: name.slice(end + 1) };
}
