import { ShapeCounter } from "../../lib/json/count-shapes.ts";

/** The largest snapshot that is stored. */
export interface SnapshotLimits {
  /** As uncompressed JSON. */
  readonly bytes: number;
  /** Values that are unpacked, as `countValues` counts them. */
  readonly values: number;
}

/** How many of the largest snapshots one request may unpack to: it takes seconds to process each. */
const SNAPSHOTS_PER_REQUEST = 4;

/** How many shapes of objects a request may unpack to. Honest ones have some thousand. */
const MAX_SHAPES = 250_000;

/** What a snapshot, or all snapshots of a request, may still unpack to. */
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

  /** Returns the budget of a request whose snapshots have these limits each. */
  static ofRequest({ bytes, values }: SnapshotLimits): UnpackBudget {
    return new UnpackBudget({ bytes: bytes * SNAPSHOTS_PER_REQUEST, values: values * SNAPSHOTS_PER_REQUEST });
  }
}
