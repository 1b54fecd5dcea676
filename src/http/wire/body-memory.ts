/** Bodies up to this size are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;

/** The memory that the bodies of all requests under way share. */
export class BodyMemory {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Counts that a body grows; false where there is no room, and nothing was counted. */
  grow(from: number, to: number): boolean {
    const more = counted(to) - counted(from);
    if (more > this.#free) return false;
    this.#free -= more;
    return true;
  }

  /** A body of this size is needed no more. */
  release(bytes: number): void {
    this.#free += counted(bytes);
  }
}

function counted(bytes: number): number {
  return bytes > SMALL_BYTES ? bytes : 0;
}
