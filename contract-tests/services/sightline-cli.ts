import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minimalProcessEnv, type ProcessOutput, runProcess } from "../../src/test-support/child-process.ts";
import type { Tenant } from "../target-description.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Runs `sightline …` on what is kept in a place. */
export function runCli(
  { dataDir, engineSettings: engines }: TestEnvironment,
  ...args: string[]
): Promise<ProcessOutput> {
  const environment = minimalProcessEnv({ DATA_DIR: dataDir, LOG_LEVEL: "warn", ...engines });
  return runProcess(["dist/main.js", ...args], environment);
}

/** Runs `sightline …`, which has to succeed; gives what it printed. */
export async function runCliOrThrow(place: TestEnvironment, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCli(place, ...args);
  if (status !== 0) throw new Error(`sightline ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

/** Makes a tenant with an owner and a second member. */
export async function createTenant(place: TestEnvironment, name: string): Promise<Tenant> {
  const [email, memberEmail] = [`owner@${name}.example`, `member@${name}.example`];
  const wishes = ["--organization", name, "--project", name, "--email", email, "--member", memberEmail];
  const made = JSON.parse(await runCliOrThrow(place, "setup", "--json", ...wishes));
  return {
    organizationId: made.organization_id,
    projectId: String(made.project_id),
    projectApiKey: made.project_api_key,
    personalApiKey: made.personal_api_key,
    details: {
      userId: made.user_id,
      email,
      memberEmail,
      memberPersonalApiKey: made.member_personal_api_key,
    },
  };
}

/** Makes one more personal key for a user. */
export async function createPersonalKey(place: TestEnvironment, email: string, ...options: string[]) {
  const made = await runCliOrThrow(place, "keys", "create", "--personal", "--email", email, "--json", ...options);
  return JSON.parse(made) as { readonly id: string; readonly key: string };
}

/** Adds and changes flags. */
export async function applyFlags(place: TestEnvironment, projectId: string, flags: readonly object[]): Promise<void> {
  const file = join(place.dataDir, `flags-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(flags));
  await runCliOrThrow(place, "flags", "apply", file, "--project", projectId);
}
