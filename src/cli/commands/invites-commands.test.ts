import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { readConfig } from "../../settings/config.ts";
import { openStore } from "../../store/choose-engines.ts";
import { showInvite } from "../../tenants/accept-invite.ts";

test("pending invites are listed and get new links, also expired ones", async (t) => {
  const { run, setup, environment } = await openTestCli(t);
  const { organization_id, user_id } = await setup();
  const organization = ["--organization", String(organization_id)];
  const [id, before] = [randomUUID(), Date.now() - 1];
  const store = await openStore(readConfig(environment));
  const texts = { targetEmail: "cleo@example.com", firstName: "", message: "" };
  const times = { createdAt: before, updatedAt: before, expiresAt: before };
  const parts = { id, organizationId: String(organization_id), createdBy: Number(user_id), level: "admin" as const };
  await store.invites.insert([{ ...parts, ...texts, ...times, emailingAttemptMade: true, secretHash: null }]);
  assert.match(
    (await run(["invites", "list", ...organization])).out,
    new RegExp(`${id} +cleo@example.com +admin +expired`),
  );

  const { out, err } = await run(["invites", "link", ...organization, "--invite", id]);
  assert.match(out, /^\/invites\/inv_\w+\n$/);
  assert.match(err, /PUBLIC_URL is empty/);
  environment.PUBLIC_URL = "https://analytics.example/";
  const printed = JSON.parse((await run(["invites", "link", ...organization, "--invite", id, "--json"])).out);
  const secret =
    /^https:\/\/analytics\.example\/invites\/(inv_\w+)$/.exec(printed.link)?.[1] ?? assert.fail(printed.link);
  assert.equal((await showInvite(secret, { ...store, now: Date.now })).targetEmail, "cleo@example.com");
  await store.close();
  const [listed] = JSON.parse((await run(["invites", "list", ...organization, "--json"])).out);
  assert.deepEqual({ ...listed, link: printed.link }, printed);

  for (const unknown of [randomUUID(), "nothing"]) {
    assert.equal((await run(["invites", "link", ...organization, "--invite", unknown])).status, 1);
  }
});
