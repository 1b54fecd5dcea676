import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { Client, clientsOfNodes, directClient } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { invitePath, Mailbox } from "../support/mailbox.ts";
import { ownServer, sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const json = { first_name: "Jonas" };
const client = new Client();

describe("invites: an unknown secret", () => {
  test("is answered with 404, whatever it looks like", needs("state"), async () => {
    const client = directClient(); // a proxy would resolve ".."
    for (const secret of ["unknown", "inv_", `inv_${"0aZ".repeat(15).slice(0, 43)}`, "%00", "..", "x".repeat(6000)]) {
      const answers = [
        await client.expectError("invite_retrieve", [404, "not_found", null], { path: { secret } }),
        await client.expectError("invite_accept", [404, "not_found", null], { path: { secret }, json }),
      ];
      for (const { headers } of answers) assert.equal(headers["access-control-allow-origin"], undefined);
    }
  });

  const wrong: [title: string, json: unknown, code: string][] = [
    ["no name", {}, "required"],
    ["an empty name", { first_name: "" }, "blank"],
    ["a name that is null", { first_name: null }, "null"],
    ["a name of 31 characters", { first_name: "x".repeat(31) }, "max_length"],
    ["a name with a NUL", { first_name: "a\u0000b" }, "invalid_input"],
  ];
  for (const [title, json, code] of wrong) {
    test(`${title} is refused`, async () => {
      await client.expectError("invite_accept", [400, code, "first_name"], { json });
    });
  }
});

let mailbox: Mailbox | undefined;
after(() => mailbox?.close());

const settings = async () => {
  mailbox ??= await Mailbox.open();
  return {
    SMTP_URL: mailbox.url,
    INVITE_REPEAT_SECONDS: "0",
    PUBLIC_URL: "https://analytics.example/",
    LOG_LEVEL: "debug",
  };
};
const own = ownServer(settings);
const silent = ownServer(async () => ({ ...(await settings()), CONSOLE: "off" }));

/** Invites an address and returns the invite's id and the secret in its mail. */
async function invite(target_email = `invited-${randomUUID()}@guests.example`, by = own) {
  const body = { target_email, first_name: "J.", message: "<b>Come</b> & see" };
  return mailed(target_email, () => by().client.expectStatus("invites_create", 201, { json: body }));
}

/** Mails an invite, and returns its id and the secret in the mail. */
async function mailed(target_email: string, mail: () => Promise<{ readonly id: string }>) {
  const before = mailbox?.mails.length ?? 0;
  const { id } = await mail();
  const path = await eventually("the mail", async () => {
    const found = mailbox?.mails.slice(before).find(({ to }) => to[0] === target_email);
    return found && invitePath(found);
  });
  return { id, target_email, path, secret: path.split("/").at(-1) ?? "" };
}

describe("PUBLIC_URL", needs("settings"), () => {
  test("begins the links between pages", async () => {
    const { client, tenant } = own();
    for (let index = 0; index < 2; index++) await invite();
    const list = `https://analytics.example/api/organizations/${tenant.organizationId}/invites`;
    const first = await client.expectStatus("invites_list", 200, { query: { limit: 1 } });
    assert.equal(first.next, `${list}?limit=1&offset=1`);
    const second = await client.expectStatus("invites_list", 200, { query: { limit: 1, offset: 1 } });
    assert.equal(second.previous, `${list}?limit=1&offset=0`);
  });
});

describe("invites: accepting", needs("settings"), () => {
  test("the secret shows who invites to what, and makes a member with a key, once", async () => {
    const { client, tenant, server } = own();
    const { id, secret, target_email } = await invite();
    const shown = await client.expectStatus("invite_retrieve", 200, { path: { secret } });
    assert.deepEqual([shown.target_email, shown.first_name], [target_email, "J."]);
    assert.deepEqual(shown.organization, { id: tenant.organizationId, name: "own" });
    assert.equal(shown.invited_by.email, tenantDetails(tenant).email);
    const accepted = await client.expectStatus("invite_accept", 201, { path: { secret }, json });
    const { user, projects, personal_api_key } = accepted;
    assert.deepEqual([user.email, user.first_name, user.is_email_verified], [target_email, "Jonas", true]);
    assert.deepEqual(projects, [{ id: Number(tenant.projectId), name: "own", event_retention_seconds: null }]);
    const key = personal_api_key ?? assert.fail("no key");
    await client.expectStatus("session_recordings_list", 200, { key });
    const listed = await client.expectStatus("invites_list", 200, { key });
    assert.ok(!listed.results.some((other) => other.id === id));
    await client.expectError("invite_retrieve", [404, "not_found", null], { path: { secret } });
    await client.expectError("invite_accept", [404, "not_found", null], { path: { secret }, json });
    await client.expectError("invites_create", [400, "invalid_input", "target_email"], { json: { target_email } });
    assert.ok(!server.log().includes(secret.slice(4)) && !server.log().includes(key.slice(4)));
  });

  test("the level of the invite is that of the new member; only owners and admins invite admins", async () => {
    const { client, tenant } = own();
    const member = { key: tenantDetails(tenant).memberPersonalApiKey };
    const json = { target_email: `invited-${randomUUID()}@guests.example`, level: "admin" as const };
    for (const [id, body] of [
      ["invites_create", json],
      ["invites_bulk_create", [json]],
    ] as const) {
      await client.expectError(id, [403, "permission_denied", null], { ...member, json: body });
    }
    const { secret } = await mailed(json.target_email, () => client.expectStatus("invites_create", 201, { json }));
    const shown = await client.expectStatus("invite_retrieve", 200, { path: { secret } });
    const { user, ...keys } = await client.expectStatus("invite_accept", 201, {
      path: { secret },
      json: { first_name: "Jonas", personal_api_key: false },
    });
    assert.equal(keys.personal_api_key, null);
    const { status } = await client.request("sessions_create", { json: { token: keys.sign_in_token } });
    assert.equal(status, 201);
    const { results: members } = await client.expectStatus("members_list", 200);
    const level = members.find((one) => one.user.id === user.id)?.level_name;
    assert.deepEqual([shown.level, level], ["admin", "admin"]);
  });

  test("of concurrent requests, also to several nodes, one succeeds", async () => {
    const { server, tenant } = own();
    const { secret } = await invite();
    const nodes = clientsOfNodes(server, tenant);
    const calls = [...nodes, ...nodes, ...nodes].map((node) =>
      node.request("invite_accept", { path: { secret }, json }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [201, ...statuses.slice(1).map(() => 404)]);
  });

  test("a deleted invite cannot be accepted, and its id is no secret", async () => {
    const { client } = own();
    const { id, secret } = await invite();
    await client.expectError("invite_accept", [404, "not_found", null], { path: { secret: id }, json });
    await client.expectStatus("invites_destroy", 204, { path: { id } });
    await client.expectError("invite_accept", [404, "not_found", null], { path: { secret }, json });
  });

  test("a new link replaces the earlier one; the response does not have it", async () => {
    const { client } = own();
    const [first, other] = [await invite(), await invite()];
    const path = { id: first.id };
    const second = await mailed(first.target_email, async () => {
      const resent = await client.expectStatus("invites_resend", 200, { path });
      assert.deepEqual([resent.id, resent.is_expired], [first.id, false]);
      return resent;
    });
    await client.expectError("invite_retrieve", [404, "not_found", null], { path: { secret: first.secret } });
    await client.expectStatus("invite_accept", 201, { path: { secret: second.secret }, json });
    await client.expectError("invites_resend", [404, "not_found", null], { path });
    await client.expectStatus("invite_retrieve", 200, { path: { secret: other.secret } });
  });

  test("a member gets no new link", async () => {
    const first = await invite();
    const second = await invite(first.target_email);
    await own().client.expectStatus("invite_accept", 201, { path: { secret: first.secret }, json });
    const path = { id: second.id };
    await own().client.expectError("invites_resend", [400, "invalid_input", "target_email"], { path });
  });

  test("a second invite of a new member gives no second key", async () => {
    const { client } = own();
    const first = await invite();
    const second = await invite(first.target_email);
    const results = [];
    for (const { secret } of [first, second]) {
      results.push(await client.expectStatus("invite_accept", 201, { path: { secret }, json }));
    }
    assert.equal(results[0]?.user.id, results[1]?.user.id);
    assert.deepEqual(
      results.map(({ personal_api_key }) => personal_api_key === null),
      [false, true],
    );
  });
});

describe("invites: the page without a console", needs("settings"), () => {
  test("is the console's own, runs no script but its own, and stays in no cache", async () => {
    const { path } = await invite(undefined, silent);
    const { base } = silent().direct.endpoint;
    const { status, headers, bytes } = await exchange(base, { method: "GET", path });
    assert.equal(status, 200);
    assert.match(
      String(headers["content-security-policy"]),
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    assert.deepEqual([headers["referrer-policy"], headers["cache-control"]], ["no-referrer", "no-store"]);
    const files = [...bytes.toString().matchAll(/(?:src|href)="\.\.\/(console\/[\w.-]+)"/g)];
    assert.equal(files.length, 2);
    for (const [, file] of files) assert.equal((await exchange(base, { method: "GET", path: `/${file}` })).status, 200);
    assert.doesNotMatch(bytes.toString(), /https?:/);
  });

  test("has no session to offer: who accepts gets a key", async () => {
    const { secret } = await invite(undefined, silent);
    const accepted = await silent().client.expectStatus("invite_accept", 201, { path: { secret }, json });
    assert.equal(accepted.sign_in_token, null);
    await silent().client.expectStatus("session_recordings_list", 200, { key: accepted.personal_api_key ?? "" });
  });

  test("is a page of the console where there is one", async () => {
    const { path, secret } = await invite();
    const { status, headers } = await exchange(own().direct.endpoint.base, { method: "GET", path });
    assert.deepEqual([status, headers.location, headers["cache-control"]], [302, `../#/invite/${secret}`, "no-store"]);
  });
});

const limited = sharedServer("attempts");

describe("invites: attempts of an address", needs("settings"), () => {
  test("are limited", async () => {
    const { node } = limited();
    await node.expectError("invite_retrieve", [404]);
    await node.expectError("invite_accept", [404], { json });
    await node.expectError("invite_retrieve", [404]);
    // One more is due after 20 seconds.
    const throttled = [429, "throttled", null] as const;
    const refused = [
      await eventually("it is refused", () => node.expectError("invite_retrieve", throttled)),
      await eventually("it is refused", () => node.expectError("invite_accept", throttled, { json })),
    ];
    for (const { headers } of refused) assert.ok(Number(headers["retry-after"]) >= 1);
  });
});
