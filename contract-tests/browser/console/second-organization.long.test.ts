import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runCliOrThrow } from "../../services/sightline-cli.ts";
import { type ConsoleBrowser, confirmSignIn, IN_BROWSER, signInPath, startConsole } from "./console-browser.ts";

const MEMBER = "member@acme.example";

describe("a member of two organizations", IN_BROWSER, () => {
  let running: ConsoleBrowser;
  before(async () => {
    running = await startConsole({ tenants: ["acme", "fjord"] });
  });
  after(() => running?.close());

  test("leaves the second one and goes on in the first", async () => {
    const { server, tenant } = running;
    const other = server.tenants[1];
    assert.ok(other);
    await runCliOrThrow(
      server.environment,
      "members",
      "add",
      "--organization",
      other.organizationId,
      "--email",
      MEMBER,
    );
    const member = await running.openSignedOut(await signInPath(server, MEMBER));
    await confirmSignIn(member);
    await member.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    const project = member.getByRole("combobox", { name: "Project" });
    await project.selectOption({ label: "fjord" });
    await member.waitForURL(`**/#/projects/${other.projectId}/overview`);
    await member.getByRole("link", { name: "Team" }).click();
    await member.getByRole("button", { name: "Leave the organization" }).click();
    await member.getByRole("dialog", { name: "Leave fjord?" }).getByRole("button", { name: "Leave" }).click();
    await member.waitForURL(`**/#/projects/${tenant.projectId}/overview`);
    await project.locator("option", { hasText: "acme" }).waitFor({ state: "attached" }); // the page loads again
    assert.deepEqual(await project.locator("option").allTextContents(), ["acme"]);
    const statusOf = (id: string) =>
      member.evaluate(async (path) => {
        return (await fetch(path, { headers: { "X-Sightline-Console": "1" } })).status;
      }, `/api/projects/${id}/feature_flags`);
    assert.equal(await statusOf(tenant.projectId), 200);
    assert.equal(await statusOf(other.projectId), 404);
    await member.getByRole("link", { name: "Flags", exact: true }).click();
    await member.getByRole("heading", { name: "There is no flag yet" }).waitFor();
    await member.goto(`${server.direct}/#/projects/${other.projectId}/team`);
    await member.getByRole("heading", { name: "There is no such project" }).waitFor();
    await member.getByRole("link", { name: "Go to your projects" }).click();
    await member.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  });
});
