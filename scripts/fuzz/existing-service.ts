import { UsageError } from "../command.ts";
import type { FuzzContext } from "./generate/fuzz-context.ts";
import type { AttackedService } from "./service.ts";

const NAMES = {
  projectKey: "SIGHTLINE_PROJECT_API_KEY",
  personalKey: "SIGHTLINE_PERSONAL_API_KEY",
  project: "SIGHTLINE_PROJECT_ID",
  organization: "SIGHTLINE_ORGANIZATION_ID",
};
const NOTHING = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";

/** Returns a service that the fuzzer did not start, whose memory, store and end are not seen. Throws `UsageError`. */
export function existingService(base: string): { service: AttackedService; context: FuzzContext } {
  if (!["127.0.0.1", "localhost", "[::1]"].includes(URL.canParse(base) ? new URL(base).hostname : ""))
    throw new UsageError("--url names a service on the loopback interface.");
  const missing = Object.values(NAMES).filter((name) => !process.env[name]);
  if (missing.length > 0) throw new UsageError(`--url needs ${missing.join(", ")} in the environment.`);
  const read = (name: keyof typeof NAMES) => process.env[NAMES[name]] ?? "";
  const [projectKey, personalKey] = [read("projectKey"), read("personalKey")];
  const absentIds = { recording: NOTHING, flag: "999998", invite: NOTHING, person: NOTHING, distinctId: NOTHING };
  const absent = {
    ...absentIds,
    event: NOTHING,
    insight: NOTHING,
    dashboard: NOTHING,
    alert: NOTHING,
    subscription: "999998",
    annotation: NOTHING,
    survey: NOTHING,
    earlyAccess: NOTHING,
    errorIssue: NOTHING,
    scheduledChange: "999998",
    share: "999998",
    action: NOTHING,
    cohort: NOTHING,
    experiment: NOTHING,
    eventSchema: NOTHING,
    member: "999998",
    key: "2222-2222",
    erasure: NOTHING,
    session: NOTHING,
    passkey: NOTHING,
    projectKey: NOTHING,
  };
  const own = { ...absent, organization: read("organization"), project: read("project"), token: projectKey };
  const foreign = { ...absent, organization: NOTHING, project: "999998", token: "phc_unknown" };
  return {
    service: { base, isRunning: () => true, logTail: () => "" },
    context: {
      ...{ projectKey, personalKey, readOnlyKey: personalKey, own, foreign },
      large: { project: own.project, projectKey, personalKey },
    },
  };
}
