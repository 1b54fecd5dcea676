import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs, tenantDetails } from "../client/target.ts";
import { createSignInToken, runCliOrThrow } from "../services/sightline-cli.ts";
import { Authenticator, type Deviation } from "../support/authenticator.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("passkeys");
const CONSOLE = { "x-sightline-console": "1", "sec-fetch-site": "same-origin" };
const as = (cookie: string) => ({ key: null, headers: { cookie, ...CONSOLE } });
const UNUSABLE = [400, "invalid_input", "client_data"] as const;
const UNKNOWN = [400, "invalid_input", "credential_id"] as const;

/** The client of one process, whose address the service takes for its own. */
const node = () => own().node;
const newAuthenticator = (kind?: "ec" | "ed25519" | "rsa") =>
  new Authenticator({ baseUrl: node().endpoint.base, ...(kind && { kind }) });

async function begin(id: "sessions_create" | "sessions_passkey_create", json: object): Promise<string> {
  const response = await node().request(id, { json, headers: CONSOLE });
  assert.equal(response.status, 201, String(response.raw.bytes));
  return String([response.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
}

const withLink = async (email: string) =>
  begin("sessions_create", { token: await createSignInToken(own().server.environment, email) });
const challenge = async () => (await node().expectStatus("sign_in_challenge_create", 201, {})).challenge;

async function register(authenticator: Authenticator, cookie: string) {
  const json = authenticator.register(await challenge(), {});
  return node().expectStatus("passkeys_create", 201, { ...as(cookie), json });
}

describe("a passkey", needs("settings"), () => {
  for (const kind of ["ec", "ed25519", "rsa"] as const) {
    test(`signs in whoever added it, until it is removed (${kind})`, async () => {
      const cookie = await withLink(tenantDetails(own().tenant).memberEmail);
      const authenticator = newAuthenticator(kind);
      const added = await register(authenticator, cookie);
      assert.deepEqual([added.name, added.credential_id], ["Laptop", authenticator.credentialId]);
      const again = await begin("sessions_passkey_create", authenticator.signIn(await challenge()));
      const [session] = await node().expectStatus("sessions_list", 200, as(again));
      assert.deepEqual([session?.signed_in_with, session?.is_current], ["passkey", true]);
      const listed = await node().expectStatus("passkeys_list", 200, as(again));
      assert.notEqual(listed.find(({ id }) => id === added.id)?.last_used_at, null);

      const path = { id: added.id };
      await node().expectError("passkeys_destroy", [404, "not_found", null], { path });
      await node().expectStatus("passkeys_destroy", 204, { ...as(cookie), path });
      const json = authenticator.signIn(await challenge());
      await node().expectError("sessions_passkey_create", UNKNOWN, { json });
    });
  }

  test("is renamed by whoever added it", async () => {
    const cookie = await withLink(tenantDetails(own().tenant).memberEmail);
    const authenticator = newAuthenticator();
    const added = await register(authenticator, cookie);
    const path = { id: added.id };
    const json = { name: "Old \u{1f4bb}" };
    await node().expectError("passkeys_partial_update", [404, "not_found", null], { path, json });
    const renamed = await node().expectStatus("passkeys_partial_update", 200, { ...as(cookie), path, json });
    assert.deepEqual(renamed, { ...added, ...json });
    await begin("sessions_passkey_create", authenticator.signIn(await challenge()));
    const listed = await node().expectStatus("passkeys_list", 200, as(cookie));
    assert.equal(listed.find(({ id }) => id === added.id)?.name, json.name);
    for (const name of ["", " ", "x".repeat(101), "a\u0000"]) {
      const options = { ...as(cookie), path, json: { name } };
      await node().expectError("passkeys_partial_update", [400, undefined, "name"], options);
    }
  });

  test("signs a challenge once, which the service has made", async () => {
    const authenticator = newAuthenticator();
    await register(authenticator, await withLink(tenantDetails(own().tenant).memberEmail));
    const used = authenticator.signIn(await challenge());
    await begin("sessions_passkey_create", used);
    await node().expectError("sessions_passkey_create", UNUSABLE, { json: used });
    for (const unknown of ["", "x".repeat(43)]) {
      const json = authenticator.signIn(unknown);
      await node().expectError("sessions_passkey_create", UNUSABLE, { json });
    }
  });

  const wrong: [title: string, deviation: Deviation][] = [
    ["to a page of another origin", { origin: "https://evil.example" }],
    ["to our host with another port", { origin: "http://127.0.0.1:1" }],
    ["for another host", { hostname: "evil.example" }],
    ["within a page of another origin", { crossOrigin: true }],
    ["for something else", { type: "payment.get" }],
    ["without its user's presence", { flags: 0x04 }],
    ["without knowing its user", { flags: 0x01 }],
  ];
  for (const [title, deviation] of wrong) {
    test(`does not sign in what it signed ${title}`, async () => {
      const cookie = await withLink(tenantDetails(own().tenant).memberEmail);
      const authenticator = newAuthenticator();
      await register(authenticator, cookie);
      const json = authenticator.signIn(await challenge(), deviation);
      await node().expectError("sessions_passkey_create", UNKNOWN, { json });
      const other = newAuthenticator().register(await challenge(), { ...deviation, ...withCredential(deviation) });
      await node().expectError("passkeys_create", UNUSABLE, { ...as(cookie), json: other });
    });
  }

  test("of another user, or with another signature, signs nobody in", async () => {
    const cookie = await withLink(tenantDetails(own().tenant).memberEmail);
    const [one, other] = [newAuthenticator(), newAuthenticator()];
    await register(one, cookie);
    const text = await challenge();
    const json = { ...one.signIn(text), signature: other.signIn(text).signature };
    await node().expectError("sessions_passkey_create", UNKNOWN, { json });
    const garbage = { ...one.signIn(await challenge()), signature: "AA", authenticator_data: "AA" };
    await node().expectError("sessions_passkey_create", UNKNOWN, { json: garbage });
    const noKey = { ...other.register(await challenge()), public_key: "AA" };
    await node().expectError("passkeys_create", UNUSABLE, { ...as(cookie), json: noKey });
    const taken = { ...one.register(await challenge()) };
    await node().expectError("passkeys_create", UNUSABLE, { ...as(cookie), json: taken });
  });

  test("whose counter does not grow is a copy", async () => {
    const authenticator = newAuthenticator();
    await register(authenticator, await withLink(tenantDetails(own().tenant).memberEmail));
    await begin("sessions_passkey_create", authenticator.signIn(await challenge(), { counter: 7 }));
    for (const counter of [7, 6, 0]) {
      const json = authenticator.signIn(await challenge(), { counter });
      await node().expectError("sessions_passkey_create", UNKNOWN, { json });
    }
    await begin("sessions_passkey_create", authenticator.signIn(await challenge(), { counter: 8 }));
  });

  test("is added with a new session only, and does not come back to who left", async () => {
    const { server, tenant } = own();
    const denied = [403, "permission_denied", null] as const;
    await node().expectError("passkeys_create", denied, { json: newAuthenticator().register(await challenge()) });
    const email = "leaver@passkeys.example";
    const names = ["--organization", tenant.organizationId, "--email", email];
    await runCliOrThrow(server.environment, "members", "add", ...names);
    const cookie = await withLink(email);
    const authenticator = newAuthenticator();
    await register(authenticator, cookie);
    const { user } = await node().expectStatus("users_me_retrieve", 200, as(cookie));
    await node().expectStatus("members_destroy", 204, { path: { id: String(user.id) } });
    const signIn = async () => ({ json: authenticator.signIn(await challenge()) });
    await node().expectError("sessions_passkey_create", UNKNOWN, await signIn());
    await runCliOrThrow(server.environment, "members", "add", ...names);
    await node().expectError("sessions_passkey_create", UNKNOWN, await signIn());
  });

  test("is nothing for pages of other origins", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    const denied = [403, "permission_denied", null] as const;
    await node().expectError("sign_in_challenge_create", denied, { headers });
    const json = newAuthenticator().signIn("x");
    await node().expectError("sessions_passkey_create", denied, { headers, json });
  });
});

/** A new passkey comes with its credential, whatever else is wrong. */
function withCredential({ flags, type }: Deviation): Deviation {
  return { ...(flags !== undefined && { flags: flags | 0x40 }), ...(type !== undefined && { type }) };
}
