/** Credentials come from the usual AWS sources: environment, profile, role. */
export interface S3Options {
  readonly bucket: string;
  /** Empty for Amazon S3. */
  readonly endpoint: string;
  readonly region: string;
  readonly prefix: string;
  /** True puts the bucket in the path, false in the host name. */
  readonly forcePathStyle: boolean;
  /** `when_required` for servers without the checksums that Amazon introduced in 2022. */
  readonly checksums: "when_supported" | "when_required";
  /** How long an attempt may take until its response begins, and how long a response may stall. */
  readonly timeoutMs: number;
  readonly retries: number;
}
