import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { applyFlags } from "../../services/sightline-cli.ts";
import { type Server, startServer } from "../../services/sightline-server.ts";
import type { Tenant } from "../../target-description.ts";
import { CODE_DEFAULT, contextOf, type Decisions, decide, OPENFEATURE_FLAGS, samplePersons } from "../openfeature.ts";
import { SAMPLE_FLAGS } from "../sample-flags.ts";
import { OPENFEATURE_PROVIDERS } from "./clients.ts";

const PERSONS = samplePersons(100);
const LIMITS = { maxBuffer: 16 * 1024 * 1024, timeout: 300_000 };

describe("OpenFeature's providers in other languages", { timeout: 1_200_000 }, () => {
  let server: Server;
  let tenant: Tenant;
  const expected: Record<string, Decisions> = {};

  before(async () => {
    server = await startServer({ tenants: ["openfeature"] });
    tenant = server.tenants[0] as Tenant;
    await applyFlags(server.environment, tenant.projectId, SAMPLE_FLAGS);
    for (const person of PERSONS) expected[person.distinctId] = await decide(server, tenant.projectApiKey, person);
  });
  after(() => server?.stop());

  for (const { name, program, command } of OPENFEATURE_PROVIDERS) {
    const skip = !existsSync(program) && `${program} is not built: run .ci/clients where its toolchain is installed`;
    test(name, { skip }, async () => {
      const file = join(server.environment.dataDir, "task-openfeature.json");
      const given = { host: server.direct, project_key: tenant.projectApiKey, fallback: CODE_DEFAULT };
      await writeFile(file, JSON.stringify({ ...given, flags: OPENFEATURE_FLAGS, contexts: PERSONS.map(contextOf) }));
      const [executable = "", ...options] = command;
      const { stdout } = await promisify(execFile)(executable, [...options, file], LIMITS);
      const { decisions, unknown, payload } = JSON.parse(stdout);
      assert.deepEqual(decisions, expected);
      assert.deepEqual([unknown, payload], ["FLAG_NOT_FOUND", '{"color":"blue","sizes":[1,2]}']);
    });
  }
});
