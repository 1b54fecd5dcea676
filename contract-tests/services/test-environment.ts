/** External engines that can replace the embedded ones. */
export const ENGINES = ["mongodb", "s3"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where a service keeps its data. */
export interface TestEnvironment {
  readonly dataDir: string;
  /** The settings of the engines in use; empty if all data is in the directory. */
  readonly engineSettings: Readonly<Record<string, string>>;
}
