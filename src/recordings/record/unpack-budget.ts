import { ShapeCounter } from "../../lib/json/count-shapes.ts";

export interface SnapshotLimits {
  /** Uncompressed JSON. */
  readonly bytes: number;
  /** Unpacked values; see `countValues`. */
  readonly values: number;
}

/** Limits a request to the size of four of the largest snapshots: each takes seconds to process. */
const SNAPSHOTS_PER_REQUEST = 4;

/** Honest requests have some thousand shapes of objects. */
const MAX_SHAPES = 250_000;

/** Limits what a snapshot or a request may still unpack. */
export class UnpackBudget {
  readonly limits: SnapshotLimits;
  remainingBytes: number;
  remainingValues: number;
  readonly shapes = new ShapeCounter(MAX_SHAPES);

  constructor(limits: SnapshotLimits) {
    this.limits = limits;
    this.remainingBytes = limits.bytes;
    this.remainingValues = limits.values;
  }

  static ofRequest({ bytes, values }: SnapshotLimits): UnpackBudget {
    return new UnpackBudget({ bytes: bytes * SNAPSHOTS_PER_REQUEST, values: values * SNAPSHOTS_PER_REQUEST });
  }
}
