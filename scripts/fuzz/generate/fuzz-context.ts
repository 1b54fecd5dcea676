import type { Ids } from "../../../contract-tests/isolation/requests.ts";

/** What requests are made of: keys and ids of the attacker's project, and ids of another one. */
export interface FuzzContext {
  readonly projectKey: string;
  readonly personalKey: string;
  readonly readOnlyKey: string;
  readonly own: Ids;
  readonly foreign: Ids;
  /** Another project of the attacker, whose flags have megabytes. */
  readonly large: { readonly project: string; readonly projectKey: string; readonly personalKey: string };
}
