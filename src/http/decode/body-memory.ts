import { type Problem, problem } from "../../lib/problem.ts";

/** Bodies up to this size are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;
const CHECK_INTERVAL_MS = 1000;
/** If the memory is full, a body that would take longer than this to double is refused for another one. */
const MAX_DOUBLING_SECONDS = 60;

/** How slowly a body may arrive. */
export interface ArrivalRate {
  readonly bytesPerSecond: number;
  /** How long it may be slower. */
  readonly seconds: number;
}

const DEFAULT_RATE: ArrivalRate = { bytesPerSecond: 1024, seconds: 10 };

/** A body that has not arrived completely. */
export interface ArrivingBody {
  /** Bytes that have arrived. */
  bytes: number;
  readonly refuse: (refusal: Problem) => void;
}

interface Pace {
  /** `bytes` at the last check. */
  checked: number;
  /** Bytes of the last second. */
  recent: number;
  /** Bytes by which it may be slower than the minimum: a leaky bucket. */
  credit: number;
  seconds: number;
}

/** Bounds the memory of the bodies of all requests in flight, in bytes, and refuses those that arrive too slowly. */
export class BodyMemory {
  #free: number;
  readonly #rate: ArrivalRate;
  readonly #arriving = new Map<ArrivingBody, Pace>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bytes: number, rate: ArrivalRate = DEFAULT_RATE) {
    this.#free = bytes;
    this.#rate = rate;
  }

  /** Counts that a body grows. Returns false, and counts nothing, if there is no room. */
  grow(from: number, to: number): boolean {
    const more = counted(to) - counted(from);
    while (more > this.#free) if (!this.#refuseSlowest()) return false;
    this.#free -= more;
    return true;
  }

  /** Releases the memory of a body of this size. */
  release(bytes: number): void {
    this.#free += counted(bytes);
  }

  /** Calls `refuse` with `request_timeout` if the body arrives too slowly, until `unwatch`. */
  watch(body: ArrivingBody): void {
    const credit = this.#rate.bytesPerSecond * this.#rate.seconds;
    this.#arriving.set(body, { checked: 0, recent: 0, credit, seconds: 0 });
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  unwatch(body: ArrivingBody): void {
    this.#arriving.delete(body);
  }

  #check(): void {
    const { bytesPerSecond, seconds } = this.#rate;
    for (const [body, pace] of this.#arriving) {
      pace.recent = body.bytes - pace.checked;
      pace.checked = body.bytes;
      pace.seconds += 1;
      pace.credit = Math.min(pace.credit + pace.recent, bytesPerSecond * seconds) - bytesPerSecond;
      if (pace.credit < 0) body.refuse(problem("request_timeout", { detail: "The request body arrives too slowly." }));
    }
  }

  /** Refuses the slowest of the bodies that hold memory without growing much. Returns false if there is none. */
  #refuseSlowest(): boolean {
    let slowest: ArrivingBody | undefined;
    let least = Infinity;
    for (const [body, { recent, seconds }] of this.#arriving) {
      const isSlow = seconds > this.#rate.seconds / 2 && recent * MAX_DOUBLING_SECONDS < body.bytes;
      if (!isSlow || counted(body.bytes) === 0 || recent >= least) continue;
      slowest = body;
      least = recent;
    }
    slowest?.refuse(problem("service_unavailable"));
    return slowest !== undefined;
  }
}

function counted(bytes: number): number {
  return bytes > SMALL_BYTES ? bytes : 0;
}
