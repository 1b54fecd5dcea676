import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs, tenantDetails } from "../client/target.ts";
import { createPersonalKey, createSignInToken, runCliOrThrow } from "../services/sightline-cli.ts";
import { sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

const own = sharedServer("passwords");
const CONSOLE = { "x-sightline-console": "1", "sec-fetch-site": "same-origin" };
const PASSWORD = "seven boats in the harbor";
const WRONG = [400, "invalid_input", "password"] as const;
const DENIED = [403, "permission_denied", null] as const;
const as = (cookie: string) => ({ key: null, headers: { cookie, ...CONSOLE } });
let users = 0;

/** Adds a member, and returns the address. */
async function addMember(level = "member"): Promise<string> {
  const { server, tenant } = own();
  const email = `member-${++users}@passwords.example`;
  const names = ["--organization", tenant.organizationId, "--email", email, "--level", level];
  await runCliOrThrow(server.environment, "members", "add", ...names);
  return email;
}

/** Signs in, and returns the cookie. */
async function begin(id: "sessions_create" | "sessions_password_create", json: object): Promise<string> {
  const response = await own().client.request(id, { json, headers: CONSOLE });
  assert.equal(response.status, 201, String(response.raw.bytes));
  return String([response.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
}

const withLink = async (email: string) =>
  begin("sessions_create", { token: await createSignInToken(own().server.environment, email) });
const withPassword = (email: string, password = PASSWORD) => begin("sessions_password_create", { email, password });

describe("a password", needs("settings"), () => {
  test("signs in whoever set it, and whatever else signed them in before ends when it changes", async () => {
    const { client, server } = own();
    const email = await addMember();
    const [first, other] = [await withLink(email), await withLink(email)];
    const token = await createSignInToken(server.environment, email);
    assert.equal((await client.expectStatus("users_me_retrieve", 200, as(first))).has_password, false);
    const changed = await client.expectStatus("users_me_partial_update", 200, {
      ...as(first),
      json: { password: PASSWORD },
    });
    assert.equal(changed.has_password, true);
    await client.expectError("sessions_create", [400, "invalid_input", "token"], { json: { token } });
    await eventually("the other session has ended", async () => {
      return (await client.request("users_me_retrieve", as(other))).status === 401;
    });
    await client.expectStatus("users_me_retrieve", 200, as(first));

    const again = await withPassword(email.toUpperCase());
    const [session] = await client.expectStatus("sessions_list", 200, as(again));
    assert.deepEqual([session?.signed_in_with, session?.is_current], ["password", true]);
    await client.expectStatus("users_me_partial_update", 200, { ...as(again), json: { password: null } });
    await client.expectError("sessions_password_create", WRONG, { json: { email, password: PASSWORD } });
    assert.ok(!server.log().includes(PASSWORD));
  });

  test("may be typed in another form of the same letters", async () => {
    const email = await addMember();
    const json = { password: "vierzehn B\u00e4ume am Fluss" };
    await own().client.expectStatus("users_me_partial_update", 200, { ...as(await withLink(email)), json });
    await withPassword(email, "vierzehn Ba\u0308ume am Fluss");
  });

  test("that is wrong is answered like an unknown address, one without a password, and one of no member", async () => {
    const { client, tenant } = own();
    const email = await addMember();
    const cookie = await withLink(email);
    const { user } = await client.expectStatus("users_me_partial_update", 200, {
      ...as(cookie),
      json: { password: PASSWORD },
    });
    const { memberEmail } = tenantDetails(tenant);
    const tries = [{ email }, { email: "nobody@passwords.example" }, { email: "no address" }, { email: memberEmail }];
    for (const who of tries) {
      await client.expectError("sessions_password_create", WRONG, { json: { ...who, password: "seven boats" } });
    }
    await client.expectStatus("members_destroy", 204, { path: { id: String(user.id) } });
    await client.expectError("sessions_password_create", WRONG, { json: { email, password: PASSWORD } });
    const names = ["--organization", tenant.organizationId, "--email", email];
    await runCliOrThrow(own().server.environment, "members", "add", ...names);
    await client.expectError("sessions_password_create", WRONG, { json: { email, password: PASSWORD } });
  });

  test("that is easy to guess is refused in a sentence", async () => {
    const { client } = own();
    const email = await addMember();
    const cookie = await withLink(email);
    for (const password of ["eleven char", "\u{1f600}".repeat(6), "abcdabcdabcdabcd", email.toUpperCase()]) {
      const options = { ...as(cookie), json: { password } };
      const { body } = await client.expectError("users_me_partial_update", WRONG, options);
      assert.match((body as { readonly detail: string }).detail, /^Use .+\.$/);
    }
  });

  test("is set with a session only, and by nobody with a key", async () => {
    const { client } = own();
    await client.expectError("users_me_partial_update", DENIED, { json: { password: PASSWORD } });
    assert.equal((await client.expectStatus("users_me_retrieve", 200)).has_password, false);
  });

  for (const site of ["cross-site", "same-site"]) {
    test(`signs nobody in from a page that is ${site}`, async () => {
      const headers = { "sec-fetch-site": site };
      const json = { email: "a@passwords.example", password: PASSWORD };
      await own().client.expectError("sessions_password_create", DENIED, { json, headers });
    });
  }

  test("can be tried a few times for one address, known or not, from wherever", async () => {
    const { node } = own();
    for (const email of [await addMember(), "unknown@passwords.example"]) {
      const json = { email, password: "seven boats" };
      for (let count = 0; count < 10; count++) await node.expectError("sessions_password_create", WRONG, { json });
      await node.expectError("sessions_password_create", [429, "throttled", null], { json });
    }
  });
});

describe("the own user", needs("settings"), () => {
  test("gets another name and address, which is not verified, and keeps the session", async () => {
    const { client, tenant } = own();
    const email = await addMember();
    const cookie = await withLink(email);
    const json = { first_name: "Ada", email: `Ada-${email}` };
    const { user } = await client.expectStatus("users_me_partial_update", 200, { ...as(cookie), json });
    assert.deepEqual([user.first_name, user.email, user.is_email_verified], ["Ada", `Ada-${email}`, false]);
    assert.deepEqual((await client.expectStatus("users_me_retrieve", 200, as(cookie))).user, user);
    const taken = [400, "unique", "email"] as const;
    const theirs = { email: tenantDetails(tenant).email.toUpperCase() };
    await client.expectError("users_me_partial_update", taken, { ...as(cookie), json: theirs });
    for (const wrong of ["ada", "a@b", "ada@x.example ", "Ada <ada@x.example>"]) {
      const refused = [400, "invalid_input", "email"] as const;
      await client.expectError("users_me_partial_update", refused, { ...as(cookie), json: { email: wrong } });
    }
    for (const first_name of ["", " ", "a\nb", "x".repeat(31)]) {
      const refused = [400, undefined, "first_name"] as const;
      await client.expectError("users_me_partial_update", refused, { ...as(cookie), json: { first_name } });
    }
  });

  test("with a password, needs it for another address or password, unless the session is new", async () => {
    const { client } = own();
    const key = tenantDetails(own().tenant).memberPersonalApiKey;
    const cookie = await withLink(tenantDetails(own().tenant).memberEmail);
    await client.expectStatus("users_me_partial_update", 200, { ...as(cookie), json: { password: PASSWORD } });
    const json = { email: "renamed@passwords.example" };
    await client.expectError("users_me_partial_update", [400, "required", "current_password"], { key, json });
    const wrong = { ...json, current_password: "seven boats" };
    const refused = [400, "invalid_input", "current_password"] as const;
    await client.expectError("users_me_partial_update", refused, { key, json: wrong });
    await client.expectStatus("users_me_partial_update", 200, { key, json: { ...json, current_password: PASSWORD } });
    await client.expectStatus("users_me_partial_update", 200, { key, json: { first_name: "Jo" } });
  });

  test("who took the address of an invited person does not get into the organization that invited them", async () => {
    const { client, server } = own();
    const cli = async (...argv: string[]) => JSON.parse(await runCliOrThrow(server.environment, ...argv, "--json"));
    const email = "victim@passwords.example";
    const cookie = await withLink(await addMember());
    const { user } = await client.expectStatus("users_me_partial_update", 200, { ...as(cookie), json: { email } });
    const other = await cli("setup", "--organization", "other", "--email", "host@passwords.example");
    const added = await cli("members", "add", "--organization", other.organization_id, "--email", email);
    assert.notEqual(added.user_id, user.id);
    const after = await client.expectStatus("users_me_retrieve", 200, as(cookie));
    assert.deepEqual([after.user.id, after.organizations.length], [user.id, 1]);
    assert.notEqual(after.user.email, email);
  });
});

describe("a link for a member", needs("settings"), () => {
  const makeLink = (key: string, userId: number) =>
    own().client.request("members_sign_in_link_create", { key, path: { id: String(userId) } });
  const idOf = async (email: string) => {
    const { results: members } = await own().client.expectStatus("members_list", 200);
    return members.find(({ user }) => user.email === email)?.user.id ?? 0;
  };

  test("is made by owners for anyone, by admins except for owners, by members for themselves, and logged", async () => {
    const { client, server, tenant } = own();
    const { personalApiKey: owner } = tenant;
    const { email, userId: ownerId } = tenantDetails(tenant);
    const keyOf = async (one: string) => (await createPersonalKey(server.environment, one)).key;
    const [adminEmail, memberEmail] = [await addMember("admin"), await addMember()];
    const keys = { owner, admin: await keyOf(adminEmail), member: await keyOf(memberEmail) };
    const ids = { owner: ownerId, admin: await idOf(adminEmail), member: await idOf(memberEmail) };
    const made = { owner: "owner admin member", admin: "admin member", member: "member" };
    for (const by of ["owner", "admin", "member"] as const) {
      for (const target of ["owner", "admin", "member"] as const) {
        const { status } = await makeLink(keys[by], ids[target]);
        assert.equal(status, made[by].split(" ").includes(target) ? 201 : 403, `${by} for ${target}`);
      }
    }
    const { body } = await makeLink(owner, ids.member);
    const token = (body as { readonly path: string }).path.split("/").at(-1) ?? "";
    const shown = await client.expectStatus("sign_in_token_show", 200, { json: { token } });
    assert.notEqual(shown.email, email);
    await begin("sessions_create", { token });
    await client.expectError("sessions_create", [400, "invalid_input", "token"], { json: { token } });
    const logged = `"user":${ownerId},"member":"${ids.member}"`;
    await eventually("the log says who made it for whom", async () => server.log().includes(logged));
    assert.ok(!server.log().includes(token.slice(4)));
  });

  test("is not made for a member of an organization in which the caller may not make it", async () => {
    const { client, server, tenant } = own();
    const email = await addMember();
    const other = JSON.parse(await runCliOrThrow(server.environment, "setup", "--json", "--organization", "third"));
    const names = ["--organization", other.organization_id, "--email", email];
    await runCliOrThrow(server.environment, "members", "add", ...names);
    const path = { id: String(await idOf(email)) };
    const refused = await client.expectError("members_sign_in_link_create", DENIED, { path });
    assert.match(String(refused.raw.bytes), /other organizations/);
    assert.equal((await makeLink(tenant.personalApiKey, 999_999)).status, 404);
  });
});
