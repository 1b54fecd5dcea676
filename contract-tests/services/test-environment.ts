/** What may keep the data in place of what is embedded. */
export const ENGINES = ["mongodb", "s3"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Where a service keeps its data: a new place for each. */
export interface TestEnvironment {
  readonly dataDir: string;
  /** The settings of the engines in use; none where all is in the directory. */
  readonly engineSettings: Readonly<Record<string, string>>;
}
