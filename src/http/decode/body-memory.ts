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

export type BodyMemory = ReturnType<typeof newBodyMemory>;

/** Bounds the bytes of bodies in flight: while full, others wait in their sockets. Refuses those that are too slow. */
export function newBodyMemory(maxBytes: number, rate: ArrivalRate = DEFAULT_RATE) {
  /** Negative if bodies have unpacked to more, which may take as much again. */
  let free = maxBytes;
  const arriving = new Map<ArrivingBody, Pace>();
  /** Bodies that wait for room, and for how many seconds. */
  const waiting = new Map<ArrivingBody, number>();
  let isChecking = false;
  function makeRoom(): boolean {
    while (free < 0) if (!refuseSlowest()) return false;
    return true;
  }
  /** Returns the body that arrives without room if all wait for each other: none would ever end. */
  function freelyArriving(): ArrivingBody | undefined {
    const bodies = [...arriving.keys()].filter(({ bytes }) => counted(bytes) > 0);
    const arrived = bodies.reduce((sum, { bytes }) => sum + counted(bytes), 0);
    return maxBytes - free > arrived ? undefined : bodies[0];
  }
  function resume(): void {
    for (const body of waiting.keys()) {
      if (free < 0 && body !== freelyArriving()) continue;
      waiting.delete(body);
      body.resume();
    }
  }
  function check(): void {
    const { bytesPerSecond, seconds } = rate;
    for (const [body, pace] of arriving) {
      const waited = waiting.get(body);
      if (waited !== undefined) {
        waiting.set(body, waited + 1);
        if (!makeRoom() && waited >= MAX_WAIT_SECONDS) body.refuse(problem("service_unavailable"));
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
  function refuseSlowest(): boolean {
    let slowest: ArrivingBody | undefined;
    let least = Infinity;
    for (const [body, { recent, seconds }] of arriving) {
      const isSlow = !waiting.has(body) && seconds > rate.seconds / 2 && recent * MAX_DOUBLING_SECONDS < body.bytes;
      if (!isSlow || counted(body.bytes) === 0 || recent >= least) continue;
      slowest = body;
      least = recent;
    }
    slowest?.refuse(problem("service_unavailable"));
    return slowest !== undefined;
  }
  return {
    /** Counts an unpacked body. Returns false, and counts nothing, if there is no room. */
    grow(from: number, to: number): boolean {
      const more = counted(to) - counted(from);
      if (more > 0 && more > free + maxBytes) return false;
      free -= more;
      return true;
    },
    /** Counts bytes that have arrived. Returns false if the rest has to wait until `resume`. */
    arrive(body: ArrivingBody, bytes: number): boolean {
      free -= counted(bytes) - counted(body.bytes);
      body.bytes = bytes;
      if (counted(bytes) === 0 || makeRoom() || body === freelyArriving()) return true;
      waiting.set(body, 0);
      return false;
    },
    release(bytes: number): void {
      free += counted(bytes);
      resume();
    },
    /** Calls `refuse` with `request_timeout` if the body arrives too slowly, until `unwatch`. */
    watch(body: ArrivingBody): void {
      const credit = rate.bytesPerSecond * rate.seconds;
      arriving.set(body, { checked: 0, recent: 0, credit, seconds: 0 });
      if (!isChecking) setInterval(check, CHECK_INTERVAL_MS).unref();
      isChecking = true;
    },
    unwatch(body: ArrivingBody): void {
      arriving.delete(body);
      waiting.delete(body);
      resume();
    },
  };
}

function counted(bytes: number): number {
  return bytes > SMALL_BYTES ? bytes : 0;
}
