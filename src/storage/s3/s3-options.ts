/** Where a bucket is, and how it is spoken to. Credentials come from where every AWS program finds them: environment, profile, role. */
export interface S3Options {
  readonly bucket: string;
  /** Empty for Amazon's own. */
  readonly endpoint: string;
  readonly region: string;
  /** What every key begins with. */
  readonly prefix: string;
  /** Whether the bucket is the first part of the path; otherwise it is a part of the host's name. */
  readonly forcePathStyle: boolean;
  /** `when_required` for servers that do not know the checksums that Amazon introduced in 2022. */
  readonly checksums: "when_supported" | "when_required";
  /** How long one attempt may take until its answer begins, and how long an answer may stand still. */
  readonly timeoutMs: number;
  /** How often a request that failed is tried again. */
  readonly retries: number;
}
