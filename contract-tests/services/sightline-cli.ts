import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minimalProcessEnv, type ProcessOutput, runProcess } from "../../test/support/child-process.ts";
import type { Tenant } from "../target-description.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** No command is meant to run while MongoDB is away; the service's own timeout is shorter. */
const MONGODB_TIMEOUT_MS = "30000";

/** Runs `sightline …` in an environment. */
function runCli({ dataDir, engineSettings: engines }: TestEnvironment, ...args: string[]): Promise<ProcessOutput> {
  const environment = minimalProcessEnv({ DATA_DIR: dataDir, LOG_LEVEL: "warn", ...engines, MONGODB_TIMEOUT_MS });
  return runProcess(["dist/main.js", ...args], environment);
}

/** Runs `sightline …` and returns its output. Throws if it fails. */
export async function runCliOrThrow(environment: TestEnvironment, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCli(environment, ...args);
  if (status !== 0) throw new Error(`sightline ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/** Creates a tenant with an owner and a second member. */
export async function createTenant(environment: TestEnvironment, name: string): Promise<Tenant> {
  const [email, memberEmail] = [`owner@${name}.example`, `member@${name}.example`];
  const options = ["--organization", name, "--project", name, "--email", email, "--member", memberEmail];
  const created = JSON.parse(await runCliOrThrow(environment, "setup", "--json", ...options));
  return {
    organizationId: created.organization_id,
    projectId: String(created.project_id),
    projectApiKey: created.project_api_key,
    personalApiKey: created.personal_api_key,
    details: {
      userId: created.user_id,
      email,
      memberEmail,
      memberPersonalApiKey: created.member_personal_api_key,
    },
  };
}

/** Creates another personal key for a user. */
export async function createPersonalKey(environment: TestEnvironment, email: string, ...options: string[]) {
  const created = await runCliOrThrow(
    environment,
    "personal-keys",
    "create",
    ...["--user", email, "--label", "", "--json"],
    ...options,
  );
  return JSON.parse(created) as { readonly id: string; readonly key: string };
}

/** Returns the token of a new link with which a user signs in. */
export async function createSignInToken(environment: TestEnvironment, email: string): Promise<string> {
  const link = await runCliOrThrow(environment, "sign-in-link", "--email", email);
  return link.trim().split("/").at(-1) ?? "";
}

/** Adds and changes flags. */
export async function applyFlags(
  environment: TestEnvironment,
  projectId: string,
  flags: readonly object[],
): Promise<void> {
  const file = join(environment.dataDir, `flags-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(flags), { mode: 0o600 });
  await runCliOrThrow(environment, "flags", "apply", file, "--project", projectId);
}
