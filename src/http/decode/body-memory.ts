import { type Problem, problem } from "../../lib/problem.ts";

/** Size up to which bodies are not counted: a connection costs as much. */
const SMALL_BYTES = 64 * 1024;
const CHECK_INTERVAL_MS = 1000;
/** A body that would take longer to double is refused for another one if the memory is full. */
const MAX_DOUBLING_SECONDS = 60;

export interface ArrivalRate {
  readonly bytesPerSecond: number;
  /** Seconds for which it may be slower. */
  readonly seconds: number;
}

const DEFAULT_RATE: ArrivalRate = { bytesPerSecond: 1024, seconds: 10 };

const MAX_WAIT_SECONDS = 60;

export interface ArrivingBody {
  bytes: number;
  readonly refuse: (refusal: Problem) => void;
  /** Called when there is room again, if `arrive` returned false. */
  readonly resume: () => void;
}

interface Pace {
  /** `bytes` at the last check. */
  checked: number;
  /** Bytes of the last second. */
  recent: number;
  /** Leaky bucket: bytes by which it may be slower than the minimum. */
  credit: number;
  seconds: number;
}

/** Bounds the bytes of bodies in flight: while full, others wait in their sockets. Refuses those that are too slow. */
export class BodyMemory {
  readonly #bytes: number;
  /** Negative if bodies have unpacked to more, which may take as much again. */
  #free: number;
  readonly #rate: ArrivalRate;
  readonly #arriving = new Map<ArrivingBody, Pace>();
  /** Bodies that wait for room, and for how many seconds. */
  readonly #waiting = new Map<ArrivingBody, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bytes: number, rate: ArrivalRate = DEFAULT_RATE) {
    this.#bytes = bytes;
    this.#free = bytes;
    this.#rate = rate;
  }

  /** Counts an unpacked body. Returns false, and counts nothing, if there is no room. */
  grow(from: number, to: number): boolean {
    const more = counted(to) - counted(from);
    if (more > 0 && more > this.#free + this.#bytes) return false;
    this.#free -= more;
    return true;
  }

  /** Counts bytes that have arrived. Returns false if the rest has to wait until `resume`. */
  arrive(body: ArrivingBody, bytes: number): boolean {
    this.#free -= counted(bytes) - counted(body.bytes);
    body.bytes = bytes;
    if (counted(bytes) === 0 || this.#makeRoom() || body === this.#freelyArriving()) return true;
    this.#waiting.set(body, 0);
    return false;
  }

  release(bytes: number): void {
    this.#free += counted(bytes);
    this.#resume();
  }

  /** Calls `refuse` with `request_timeout` if the body arrives too slowly, until `unwatch`. */
  watch(body: ArrivingBody): void {
    const credit = this.#rate.bytesPerSecond * this.#rate.seconds;
    this.#arriving.set(body, { checked: 0, recent: 0, credit, seconds: 0 });
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  unwatch(body: ArrivingBody): void {
    this.#arriving.delete(body);
    this.#waiting.delete(body);
    this.#resume();
  }

  #makeRoom(): boolean {
    while (this.#free < 0) if (!this.#refuseSlowest()) return false;
    return true;
  }

  /** Returns the body that arrives without room if all wait for each other: none would ever end. */
  #freelyArriving(): ArrivingBody | undefined {
    const bodies = [...this.#arriving.keys()].filter(({ bytes }) => counted(bytes) > 0);
    const arrived = bodies.reduce((sum, { bytes }) => sum + counted(bytes), 0);
    return this.#bytes - this.#free > arrived ? undefined : bodies[0];
  }

  #resume(): void {
    for (const body of this.#waiting.keys()) {
      if (this.#free < 0 && body !== this.#freelyArriving()) continue;
      this.#waiting.delete(body);
      body.resume();
    }
  }

  #check(): void {
    const { bytesPerSecond, seconds } = this.#rate;
    for (const [body, pace] of this.#arriving) {
      const waited = this.#waiting.get(body);
      if (waited !== undefined) {
        this.#waiting.set(body, waited + 1);
        if (!this.#makeRoom() && waited >= MAX_WAIT_SECONDS) body.refuse(problem("service_unavailable"));
        continue;
      }
      pace.recent = body.bytes - pace.checked;
      pace.checked = body.bytes;
      pace.seconds += 1;
      pace.credit = Math.min(pace.credit + pace.recent, bytesPerSecond * seconds) - bytesPerSecond;
      if (pace.credit < 0) body.refuse(problem("request_timeout", { detail: "The request body arrives too slowly." }));
    }
  }

  /** Refuses the slowest body that holds memory without growing much. Returns false if there is none. */
  #refuseSlowest(): boolean {
    let slowest: ArrivingBody | undefined;
    let least = Infinity;
    for (const [body, { recent, seconds }] of this.#arriving) {
      const isSlow =
        !this.#waiting.has(body) && seconds > this.#rate.seconds / 2 && recent * MAX_DOUBLING_SECONDS < body.bytes;
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
