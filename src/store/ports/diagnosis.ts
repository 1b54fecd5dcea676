export interface Finding {
  /** Such as `S3 bucket`. */
  readonly subject: string;
  /** `fault`: the service cannot work; `warning`: it can, but an operator should act. */
  readonly state: "ok" | "warning" | "fault";
  /** What was found and, unless `ok`, what to do: one line, without secrets. */
  readonly text: string;
}

/** Checks what one engine needs, and changes nothing. Never throws: failures are findings. */
export type Diagnose = () => Promise<Finding[]>;
