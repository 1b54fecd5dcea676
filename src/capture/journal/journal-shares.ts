import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** How long a project is active after a request. */
const ACTIVE_MS = 3_600_000;

/** Tells whether a project has its share of the journal while others are active. Needs little memory for any number. */
export class JournalShares {
  readonly #shareBytes: number;
  readonly #bytes = new Map<ProjectId, number>();
  /** The two projects that were active last. */
  #active: readonly { readonly projectId: ProjectId; readonly at: Millis }[] = [];

  constructor(shareBytes: number) {
    this.#shareBytes = shareBytes;
  }

  /** Called with each entry that a project wants to append. */
  markActive({ projectId, receivedAt: at }: JournalEntry): void {
    const [last] = this.#active;
    if (last?.projectId === projectId && at - last.at < ACTIVE_MS / 10) return;
    this.#active = [{ projectId, at }, ...this.#active.filter((other) => other.projectId !== projectId)].slice(0, 2);
  }

  /**
   * Returns whether the entry's project would have more than its share of the journal, which has `totalBytes`, while
   * another project has entries in it or was active within the last hour.
   */
  isExceeded({ projectId, receivedAt, body }: JournalEntry, totalBytes: number): boolean {
    const own = this.#bytes.get(projectId) ?? 0;
    if (own + body.byteLength <= this.#shareBytes) return false;
    const isActive = (other: { projectId: ProjectId; at: Millis }) =>
      other.projectId !== projectId && receivedAt - other.at < ACTIVE_MS;
    return totalBytes > own || this.#active.some(isActive);
  }

  add(projects: Iterable<readonly [ProjectId, number]>): void {
    for (const [project, bytes] of projects) this.#bytes.set(project, (this.#bytes.get(project) ?? 0) + bytes);
  }

  subtract(projects: Iterable<readonly [ProjectId, number]>): void {
    for (const [project, bytes] of projects) {
      const left = (this.#bytes.get(project) ?? 0) - bytes;
      if (left > 0) this.#bytes.set(project, left);
      else this.#bytes.delete(project);
    }
  }
}
