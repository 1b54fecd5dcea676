import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { clientsOfNodes, type RequestOptions } from "../client/contract-client.ts";
import { exchange } from "../client/exchange.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { createSignInToken, runCliOrThrow } from "../services/sightline-cli.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("sign-in");
const CONSOLE = { "x-sightline-console": "1", "sec-fetch-site": "same-origin" };

/** Signs a user in and returns the cookie with the session's id. */
async function signIn(email = tenantDetails(own().tenant).email, more: Readonly<Record<string, string>> = {}) {
  const { client, server } = own();
  const token = await createSignInToken(server.environment, email);
  const response = await client.request("sessions_create", { json: { token }, headers: { ...CONSOLE, ...more } });
  assert.equal(response.status, 201, String(response.raw.bytes));
  const [setCookie = ""] = [response.headers["set-cookie"] ?? []].flat();
  const { id } = response.body as { readonly id: string };
  return { token, id, setCookie, cookie: setCookie.split(";")[0] ?? "" };
}

function withCookie(cookie: string, headers: Readonly<Record<string, string>> = CONSOLE): RequestOptions {
  return { key: null, headers: { cookie, ...headers } };
}

describe("signing in", needs("settings"), () => {
  test("a link works once, and makes a session that opens private operations", async () => {
    const { client, server, tenant } = own();
    const { token, id, setCookie, cookie } = await signIn();
    assert.match(setCookie, /^sightline_session=ses_\w{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    await client.expectError("sessions_create", [400, "invalid_input", "token"], { json: { token } });
    await client.expectStatus("session_recordings_list", 200, withCookie(cookie));
    await client.expectStatus("insights_list", 200, withCookie(cookie));
    await client.expectError("personal_keys_retrieve", [404, "not_found", null], withCookie(cookie));
    const { user } = await client.expectStatus("users_me_retrieve", 200, withCookie(cookie));
    assert.equal(user.email, tenantDetails(tenant).email);
    const sessions = await client.expectStatus("sessions_list", 200, withCookie(cookie));
    assert.deepEqual([sessions[0]?.id, sessions[0]?.is_current], [id, true]);
    const secrets = [token, cookie.split("=")[1] ?? ""];
    assert.ok(secrets.every((secret) => !server.log().includes(secret.slice(4))));
  });

  test("a link shows whom it signs in, as often as it is opened, until it is used", async () => {
    const { client, server, tenant } = own();
    const { memberEmail: email } = tenantDetails(tenant);
    const token = await createSignInToken(server.environment, email);
    for (let index = 0; index < 2; index++) {
      const shown = await client.expectStatus("sign_in_token_show", 200, { json: { token } });
      assert.deepEqual(shown, { first_name: "", email });
    }
    await client.expectStatus("sessions_create", 201, { json: { token } });
    for (const unusable of [token, "sit_unknown"]) {
      const json = { token: unusable };
      await client.expectError("sign_in_token_show", [400, "invalid_input", "token"], { json });
    }
    assert.ok(!server.log().includes(token.slice(4)));
  });

  test("of concurrent requests, also to several nodes, one succeeds", async () => {
    const { server, tenant } = own();
    const token = await createSignInToken(server.environment, tenantDetails(tenant).email);
    const nodes = clientsOfNodes(server, tenant);
    const calls = [...nodes, ...nodes, ...nodes].map((node) => node.request("sessions_create", { json: { token } }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [201, ...statuses.slice(1).map(() => 400)]);
  });

  test("each sign-in gets a new secret, whatever cookie the browser has", async () => {
    const planted = `sightline_session=ses_${"0aZ".repeat(15).slice(0, 43)}`;
    const first = await signIn(undefined, { cookie: planted });
    const second = await signIn(undefined, { cookie: first.cookie });
    assert.equal(new Set([planted, first.cookie, second.cookie]).size, 3);
    await own().client.expectError("users_me_retrieve", [401, "not_authenticated", null], withCookie(planted));
  });

  for (const [title, headers] of [
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a page of the same site", { "sec-fetch-site": "same-site" }],
    ["a page with another origin", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
  ] as const) {
    test(`${title} cannot sign in`, async () => {
      const json = { token: "sit_unknown" };
      const refused = [403, "permission_denied", null] as const;
      await own().client.expectError("sessions_create", refused, { json, headers });
      await own().client.expectError("sign_in_token_show", refused, { json, headers });
    });
  }

  test("a form cannot sign in", async () => {
    const { direct } = own();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const options = { text: '{"token":"sit_unknown"}', headers: { "content-type": type } };
      await direct.expectError("sessions_create", [415, "unsupported_media_type", null], options);
    }
  });
});

describe("a session", needs("settings"), () => {
  const foreign: [title: string, headers: Readonly<Record<string, string>>][] = [
    ["without the console's header", { "sec-fetch-site": "same-origin" }],
    ["with another value of it", { ...CONSOLE, "x-sightline-console": "true" }],
    ["from another site", { ...CONSOLE, "sec-fetch-site": "cross-site" }],
    ["from the same site", { ...CONSOLE, "sec-fetch-site": "same-site" }],
    ["from an address that was typed", { ...CONSOLE, "sec-fetch-site": "none" }],
    ["from another origin", { "x-sightline-console": "1", origin: "https://evil.example" }],
    ["from no origin", { "x-sightline-console": "1", origin: "null" }],
  ];
  for (const [title, headers] of foreign) {
    test(`does not count ${title}`, async () => {
      const { cookie } = await signIn();
      const { client } = own();
      const refused = [401, "not_authenticated", null] as const;
      await client.expectError("users_me_retrieve", refused, withCookie(cookie, headers));
      const json = { label: "mine" };
      await client.expectError("personal_keys_create", refused, { ...withCookie(cookie, headers), json });
    });
  }

  test("counts without Sec-Fetch-Site for our origin, and for a change only with it", async () => {
    const { cookie } = await signIn();
    const { client, direct } = own();
    const headers = { "x-sightline-console": "1" };
    await client.expectStatus("users_me_retrieve", 200, withCookie(cookie, headers));
    const json = { label: "mine" };
    const refused = [401, "not_authenticated", null] as const;
    await client.expectError("personal_keys_create", refused, { ...withCookie(cookie, headers), json });
    const path = "/api/users/@me/keys";
    for (const base of direct.endpoint.nodes ?? [direct.endpoint.base]) {
      const ours = { ...headers, origin: new URL(base).origin, cookie, "content-type": "application/json" };
      const message = { method: "POST", path, headers: ours, body: JSON.stringify(json) };
      assert.equal((await exchange(base, message)).status, 201);
    }
  });

  test("does not replace a key that is wrong, and is no key of the public interface", async () => {
    const { cookie } = await signIn();
    const { client, tenant } = own();
    const wrong = { ...withCookie(cookie), key: "phx_unknown" };
    await client.expectError("users_me_retrieve", [401, "invalid_personal_api_key", null], wrong);
    const json = { event: "sent", distinct_id: "x", project_id: tenant.projectId };
    await client.expectError("capture", [401, "invalid_api_key", null], { ...withCookie(cookie), json });
  });

  test("reaches nothing of another organization", async () => {
    const { cookie } = await signIn();
    const { client, server } = own();
    const other = JSON.parse(await runCliOrThrow(server.environment, "setup", "--json", "--organization", "other"));
    const path = { project_id: String(other.project_id) };
    await client.expectError("session_recordings_list", [404, "not_found", null], { ...withCookie(cookie), path });
  });

  test("ends when its user signs out, on all nodes", async () => {
    const { client, server, tenant } = own();
    const { cookie } = await signIn();
    const { headers } = await client.request("sessions_current_destroy", withCookie(cookie));
    assert.match(String(headers["set-cookie"]), /^sightline_session=; Path=\/; Max-Age=0;/);
    await eventually("the session has ended", async () => {
      const answers = clientsOfNodes(server, tenant).map((node) => node.request("invites_list", withCookie(cookie)));
      return (await Promise.all(answers)).every(({ status }) => status === 401);
    });
    await client.expectError("invites_list", [401, "not_authenticated", null], withCookie(cookie));
  });

  test("is ended by its user, and by nobody else", async () => {
    const { client, tenant } = own();
    const { memberEmail } = tenantDetails(tenant);
    const [ours, theirs] = [await signIn(), await signIn(memberEmail)];
    const path = { id: theirs.id };
    const missing = [404, "not_found", null] as const;
    await client.expectError("sessions_destroy", missing, { ...withCookie(ours.cookie), path });
    await client.expectError("sessions_destroy", missing, { path });
    const listed = await client.expectStatus("sessions_list", 200, withCookie(ours.cookie));
    assert.ok(listed.every(({ id }) => id !== theirs.id));
    const again = await signIn(memberEmail);
    await client.expectStatus("sessions_destroy", 204, { ...withCookie(again.cookie), path });
    await client.expectError("sessions_destroy", missing, { ...withCookie(again.cookie), path });
    await eventually("the session has ended", async () => {
      return (await client.request("users_me_retrieve", withCookie(theirs.cookie))).status === 401;
    });
  });

  test("ends when its user belongs to no organization any more", async () => {
    const { client, server, tenant } = own();
    const email = "leaver@sign-in.example";
    const { organizationId } = tenant;
    await runCliOrThrow(server.environment, "members", "add", "--organization", organizationId, "--email", email);
    const { cookie } = await signIn(email);
    const { user } = await client.expectStatus("users_me_retrieve", 200, withCookie(cookie));
    await client.expectStatus("members_destroy", 204, { path: { id: String(user.id) } });
    await eventually("the session has ended", async () => {
      return (await client.request("users_me_retrieve", withCookie(cookie))).status === 401;
    });
    const link = runCliOrThrow(server.environment, "sign-in-link", "--email", email);
    await assert.rejects(link, /No member of an organization has the address/);
  });
});
