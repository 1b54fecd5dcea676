import type { RecordKind } from "../../src/store/ports/records.ts";

/** A record of the conformance suites. */
export interface Sample {
  readonly projectId: string;
  readonly name: string;
  readonly slug?: string;
  readonly owner: number | null;
  readonly isPinned: boolean;
  readonly at: number;
  readonly content: unknown;
}

/** Has every kind of index; engines under test have a collection for it. */
export const SAMPLES: RecordKind<Sample, "projectId" | "name"> = {
  name: "sample_records",
  key: ["projectId", "name"],
  indexes: [["projectId", "at"], ["projectId", "isPinned", "at"], ["owner"]],
  unique: [["projectId", "slug"]],
};

/** A record with a short key that belongs to no project. */
export interface Token {
  readonly hash: string;
  readonly expiresAt: number;
}

export const TOKENS: RecordKind<Token, "hash"> = { name: "sample_tokens", key: ["hash"], indexes: [["expiresAt"]] };

export const SAMPLE_KINDS = [SAMPLES, TOKENS];

export function newSample(projectId: string, name: string, parts: Partial<Sample> = {}): Sample {
  return { projectId, name, owner: null, isPinned: false, at: 1, content: {}, ...parts };
}
