/** What was found of one thing that the service needs. */
export interface Finding {
  /** What was looked at, such as `S3 bucket`. */
  readonly subject: string;
  /** `fault`: the service cannot do its work; `warning`: it can, but something should be seen to. */
  readonly state: "ok" | "warning" | "fault";
  /** What is so, and where it is not well, what to do: one line, without secrets. */
  readonly text: string;
}

/** Looks at what one engine needs, and leaves it as it was. What goes wrong is a finding; it throws nothing. */
export type Diagnose = () => Promise<Finding[]>;
