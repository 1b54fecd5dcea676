import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Client } from "../client/contract-client.ts";
import { needs, tenantDetails } from "../client/target.ts";
import { Mailbox } from "../support/mailbox.ts";
import { ownServer, sharedServer } from "../support/own-server.ts";
import { eventually } from "../support/poll.ts";

let mailbox: Mailbox | undefined;
after(() => mailbox?.close());

const own = ownServer(async () => {
  mailbox = await Mailbox.open();
  return { SMTP_URL: mailbox.url, PUBLIC_URL: "https://analytics.example/app/", SIGN_IN_ATTEMPTS_PER_MINUTE: "20" };
});

describe("a link by mail", needs("settings"), () => {
  test("signs a member in, and strangers get none and no other answer", async () => {
    const { client, tenant } = own();
    const { email, memberEmail } = tenantDetails(tenant);
    const ways = await client.expectStatus("sign_in_retrieve", 200);
    assert.deepEqual(ways, { link_by_mail: true, password: true, providers: [] });
    const ask = (address: string) => client.request("sign_in_link_create", { json: { email: address } });
    const answers = [];
    for (const address of ["stranger@own.example", "no address", email.toUpperCase()]) answers.push(await ask(address));
    assert.deepEqual(
      answers.map(({ status, raw }) => [status, raw.bytes.length]),
      Array(3).fill([202, 0]),
    );
    const token = await eventually("the mail", async () => {
      const text = mailbox?.mails.find(({ to }) => to[0] === email)?.text.replaceAll("=\r\n", "");
      return text?.match(/https:\/\/analytics\.example\/app\/#\/sign-in\/(sit_\w+)/)?.[1];
    });
    const response = await client.request("sessions_create", { json: { token } });
    const [cookie = ""] = [response.headers["set-cookie"] ?? []].flat();
    assert.match(cookie, /; Path=\/app; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    for (let index = 0; index < 8; index++) assert.equal((await ask(memberEmail)).status, 202);
    const mailsTo = (address: string) => mailbox?.mails.filter(({ to }) => to[0] === address).length ?? 0;
    await eventually("five links are mailed", async () => mailsTo(memberEmail) >= 5);
    assert.equal(mailsTo(memberEmail), 5);
    assert.equal(mailsTo("stranger@own.example"), 0);
  });

  test("cannot be asked for by a page of another origin, and needs an address", async () => {
    const { client } = own();
    const headers = { origin: "https://evil.example" };
    const json = { email: "stranger@own.example" };
    await client.expectError("sign_in_link_create", [403, "permission_denied", null], { json, headers });
    await client.expectError("sign_in_link_create", [400, "required", "email"], { json: {} });
  });
});

const SIGNATURE = { credential_id: "x", client_data: "x", authenticator_data: "x", signature: "x" };
const silent = sharedServer("silent", "withoutConsole");

describe("CONSOLE=off", needs("settings"), () => {
  test("answers everything about signing in with 404, and ignores cookies", async () => {
    const { client } = silent();
    const missing = [404, "not_found", null] as const;
    await client.expectError("sign_in_retrieve", missing);
    await client.expectError("sign_in_link_create", missing, { json: { email: "a@own.example" } });
    await client.expectError("sign_in_token_show", missing, { json: { token: "sit_unknown" } });
    await client.expectError("sessions_create", missing, { json: { token: "sit_unknown" } });
    const password = { email: "a@own.example", password: "x" };
    await client.expectError("sessions_password_create", missing, { json: password });
    await client.expectError("members_sign_in_link_create", missing);
    await client.expectError("sign_in_challenge_create", missing);
    await client.expectError("sessions_passkey_create", missing, { json: SIGNATURE });
    await client.expectError("sessions_list", missing);
    await client.expectError("sessions_destroy", missing);
    await client.expectError("sessions_current_destroy", missing);
    const headers = { cookie: "sightline_session=ses_unknown", "x-sightline-console": "1" };
    const refused = await client.expectError("users_me_retrieve", [401, "not_authenticated"], { key: null, headers });
    assert.doesNotMatch(String(refused.raw.bytes), /session/);
  });
});

const limited = ownServer(
  async () => ({ SMTP_URL: mailbox?.url ?? "smtp://127.0.0.1:1", SIGN_IN_ATTEMPTS_PER_MINUTE: "1" }),
  undefined,
  { oneNode: true },
);

describe("SIGN_IN_ATTEMPTS_PER_MINUTE", needs("settings"), () => {
  test("counts all attempts of an address", async () => {
    const { client } = limited();
    await client.expectError("sessions_create", [400, "invalid_input", "token"], { json: { token: "sit_unknown" } });
    const throttled = [429, "throttled", null] as const;
    await client.expectError("sessions_create", throttled, { json: { token: "sit_unknown" } });
    await client.expectError("sign_in_token_show", throttled, { json: { token: "sit_unknown" } });
    await client.expectError("sign_in_link_create", throttled, { json: { email: "a@own.example" } });
    await client.expectError("sign_in_challenge_create", throttled);
    await client.expectError("sessions_passkey_create", throttled, { json: SIGNATURE });
    await client.expectError("sessions_password_create", throttled, {
      json: { email: "a@own.example", password: "x" },
    });
  });
});

const plain = ownServer(() => ({ PASSWORDS: "false" }));

describe("PASSWORDS=false", needs("settings"), () => {
  test("leaves links and providers", async () => {
    const { client } = plain();
    assert.equal((await client.expectStatus("sign_in_retrieve", 200)).password, false);
    const json = { email: "a@own.example", password: "x" };
    await client.expectError("sessions_password_create", [404, "not_found", null], { json });
  });
});

describe("signing in: requests that are not valid", () => {
  const client = new Client();
  for (const [title, json] of [
    ["no token", {}],
    ["a token of 201 characters", { token: "x".repeat(201) }],
  ] as const) {
    test(`${title} is refused`, async () => {
      await client.expectError("sessions_create", [400, undefined, "token"], { json });
      await client.expectError("sign_in_token_show", [400, undefined, "token"], { json });
    });
  }
});
