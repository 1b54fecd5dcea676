/** Bodies up to this size are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;

export interface BodyLimits {
  /** A body of this size or more, packed or unpacked, is refused. */
  readonly limit: number;
  readonly memory: BodyMemory;
}

/** Bounds the memory of the bodies of all requests in flight, in bytes. */
export class BodyMemory {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Counts that a body grows. Returns false, and counts nothing, if there is no room. */
  grow(from: number, to: number): boolean {
    const more = counted(to) - counted(from);
    if (more > this.#free) return false;
    this.#free -= more;
    return true;
  }

  /** Gives back the memory of a body of this size. */
  release(bytes: number): void {
    this.#free += counted(bytes);
  }
}

function counted(bytes: number): number {
  return bytes > SMALL_BYTES ? bytes : 0;
}
