import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { needs, tenantDetails } from "../client/target.ts";
import { runCliOrThrow } from "../services/sightline-cli.ts";
import { type Faults, sendJson } from "../support/fake-provider.ts";
import { eventually } from "../support/poll.ts";
import { BASE, CONSOLE, newBrowser, signInsWithProvider, verified } from "../support/provider-sign-ins.ts";

const { provider, own, nodes, begin, finish, signIn, addMember, whoIs } = signInsWithProvider();

describe("signing in with a provider", needs("settings"), () => {
  test("is offered, and redirects with PKCE, a state and a nonce, bound to the browser", async () => {
    const { providers } = await own().client.expectStatus("sign_in_retrieve", 200);
    assert.deepEqual(providers[0], { id: "acme", name: "Acme" });
    const { page, setCookie } = await begin();
    const { origin, pathname, searchParams } = new URL(page);
    assert.equal(`${origin}${pathname}`, `${provider().issuer("acme")}/page`);
    const asked = Object.fromEntries(searchParams);
    assert.equal(asked.redirect_uri, `${BASE}/api/sign_in/oidc/acme/callback`);
    assert.deepEqual(
      [asked.response_type, asked.code_challenge_method, asked.scope],
      ["code", "S256", "openid email profile"],
    );
    for (const secret of [asked.state, asked.nonce, asked.code_challenge]) assert.match(secret ?? "", /^[\w-]{43}$/);
    assert.match(
      setCookie,
      /^sightline_sign_in=\w{43}; Path=\/app\/api\/sign_in\/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    await own().client.expectError("sign_in_oidc_begin", [404, "not_found", null], { path: { provider: "none" } });
    await own().client.expectError("sign_in_oidc_finish", [404, "not_found", null], { path: { provider: "none" } });
  });

  test("makes a session for a member, known to all nodes, and binds the account", async () => {
    const { server, tenant } = own();
    const { email } = tenantDetails(tenant);
    const account = verified(email.toUpperCase());
    const { page, browser } = await begin();
    const query = provider().signIn(page, account);
    const { cookie } = await finish(query, browser);
    for (const node of nodes()) {
      const headers = { ...CONSOLE, cookie };
      const sessions = await node.expectStatus("sessions_list", 200, { key: null, headers });
      assert.equal(sessions.find((one) => one.is_current)?.signed_in_with, "acme");
    }
    const renamed = await signIn({ ...account, email: "new-name@own.example" });
    assert.equal((await whoIs(renamed.cookie)).email, email);
    assert.equal((await signIn(verified(email))).refused, "other_account");
    assert.equal((await signIn(verified(email), {}, "other")).refused, undefined, "another issuer, another account");
    const secrets = [query.code, query.state, browser.headers.cookie, cookie].map(
      (text) => text.split("=").at(-1) ?? "",
    );
    assert.ok(secrets.every((secret) => secret !== "" && !server.log().includes(secret)));
  });

  test("of callbacks with the same state, also to several nodes, one succeeds", async () => {
    const { page, browser } = await begin();
    const query = provider().signIn(page, verified(await addMember()));
    const results = await Promise.all([...nodes(), ...nodes()].map((node) => finish(query, browser, "acme", node)));
    const refused = results.map((result) => result.refused).toSorted();
    assert.deepEqual(refused, [...refused.slice(1).map(() => "expired"), undefined]);
    assert.equal((await finish(query, browser)).refused, "expired");
  });

  test("ends only in the browser that began, whatever a link of someone else says", async () => {
    const { page, browser } = await begin();
    const query = provider().signIn(page, verified(await addMember()));
    const other = await begin();
    for (const victim of [newBrowser(), other.browser, newBrowser("sightline_sign_in=")]) {
      assert.equal((await finish(query, victim)).refused, "expired");
    }
    assert.equal((await finish(query, browser, "other")).refused, "expired", "at another provider");
    assert.equal((await finish({ ...query, state: "x" }, browser)).refused, "expired");
    assert.equal((await finish({ code: query.code }, browser)).refused, "expired");
    assert.equal((await finish(query, browser)).refused, undefined);
  });

  test("works in several tabs of a browser, and replaces a session that was planted", async () => {
    const first = await begin();
    const second = await begin("acme", first.browser);
    const account = verified(await addMember());
    const sessions: string[] = [];
    for (const { page } of [first, second]) {
      const cookie = `${second.browser.headers.cookie}; sightline_session=ses_${"a".repeat(43)}`;
      sessions.push((await finish(provider().signIn(page, account), newBrowser(cookie))).cookie);
    }
    assert.equal(new Set([...sessions, `sightline_session=ses_${"a".repeat(43)}`, ""]).size, 4);
  });

  test("too many attempts lead back with the reason", async () => {
    const client = nodes()[0] ?? own().direct;
    const { headers } = newBrowser();
    const options = { path: { provider: "acme" }, headers, key: null };
    const throttled = `${BASE}/#/sign-in?refused=throttled&provider=acme`;
    for (const operation of ["sign_in_oidc_begin", "sign_in_oidc_finish"] as const) {
      await eventually("a refusal", async () => {
        return (await client.request(operation, options)).headers.location === throttled;
      });
    }
  });
});

describe("who signs in with a provider", needs("settings"), () => {
  test("must be a member or invited, with a verified address", async () => {
    const email = await addMember();
    assert.equal((await signIn(verified("stranger@own.example"))).refused, "stranger");
    const unverified: Readonly<Record<string, unknown>>[] = [
      { email, email_verified: false },
      { email, email_verified: "false" },
      { email },
      { email_verified: true },
      { email: [email], email_verified: true },
      { email: ` ${email}`, email_verified: true },
    ];
    for (const claims of unverified) {
      assert.equal((await signIn({ sub: "1", ...claims })).refused, "unverified", JSON.stringify(claims));
    }
    assert.equal((await signIn({ sub: "1", email, email_verified: false }, {}, "directory")).refused, "unverified");
    assert.equal((await signIn({ sub: "1", email }, {}, "directory")).refused, undefined);
  });

  test("accepts invites by it, without a link or a key", async () => {
    const { client } = own();
    const email = `invited-${randomUUID()}@own.example`;
    await client.expectStatus("invites_create", 201, { json: { target_email: email, first_name: "Ida" } });
    const { cookie } = await signIn({ ...verified(email.toUpperCase()), given_name: "Not Ida" });
    const user = await whoIs(cookie);
    assert.deepEqual([user.email, user.first_name], [email, "Ida"]);
    const keys = await client.expectStatus("personal_keys_list", 200, { key: null, headers: { ...CONSOLE, cookie } });
    assert.deepEqual(keys, []);
    const invites = await client.expectStatus("invites_list", 200);
    assert.ok(invites.results.every(({ target_email }) => target_email !== email));
  });

  test("gets out, and not in again, when removed; the address may then be someone else's", async () => {
    const { client, server } = own();
    const email = await addMember();
    const account = verified(email);
    const { cookie } = await signIn(account);
    const path = { id: String((await whoIs(cookie)).id) };
    await client.expectStatus("members_destroy", 204, { path });
    await eventually("the session has ended", async () => {
      return (await client.request("users_me_retrieve", { key: null, headers: { ...CONSOLE, cookie } })).status === 401;
    });
    assert.equal((await signIn(account)).refused, "stranger");
    await client.expectStatus("invites_create", 201, { json: { target_email: email } });
    assert.equal((await signIn(verified(email), {}, "other")).refused, undefined);
    const newcomer = verified(email);
    assert.equal((await signIn(newcomer)).refused, undefined, "the account of who left is forgotten");
    assert.equal((await signIn(account)).refused, "other_account");
    await runCliOrThrow(server.environment, "sign-in-link", "--email", email, "--forget-providers");
    assert.equal((await signIn(verified(email))).refused, undefined);
    assert.equal((await signIn(newcomer)).refused, "other_account");
  });
});

describe("a provider that errs or is hostile", needs("settings"), () => {
  const tokens: [title: string, faults: Faults][] = [
    ["another nonce", { claims: { nonce: "x" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another audience", { claims: { aud: "client of other" } }],
    ["another issuer", { claims: { iss: "https://issuer.example" } }],
    ["an end in the past", { claims: { exp: 1 } }],
    ["a forged signature", { isForged: true }],
    ["no signature", { header: { alg: "none" } }],
    ["no subject", { claims: { sub: undefined } }],
    ["a long subject", { claims: { sub: "x".repeat(300) } }],
  ];
  for (const [title, faults] of tokens) {
    test(`signs nobody in with ${title}`, async () => {
      assert.equal((await signIn(verified(await addMember()), faults)).refused, "unavailable");
    });
  }

  test("signs nobody in with the code of another sign-in", async () => {
    const attacker = await begin();
    const victim = await begin();
    const account = verified(await addMember());
    const { state } = provider().signIn(victim.page, account);
    for (const faults of [{}, { ignoresVerifier: true }]) {
      const again = await begin("acme", victim.browser);
      const { code, iss } = provider().signIn(attacker.page, account, faults);
      const query = { code, iss, state: new URL(again.page).searchParams.get("state") ?? "" };
      assert.equal((await finish(query, victim.browser)).refused, "unavailable");
    }
    const { code, iss } = provider().signIn((await begin("other")).page, account);
    assert.equal((await finish({ code, iss, state }, victim.browser)).refused, "unavailable");
  });

  test("may refuse, which the sign-in page says, once", async () => {
    const { page, browser } = await begin();
    const query = { error: "access_denied", state: new URL(page).searchParams.get("state") ?? "" };
    const { iss } = provider().signIn(page, {});
    assert.equal((await finish({ ...query, state: "x", iss }, browser)).refused, "expired");
    assert.equal((await finish({ ...query, iss }, browser)).refused, "denied");
    assert.equal((await finish({ ...query, iss }, browser)).refused, "expired");
  });

  test("is reported, and others work meanwhile", async () => {
    const email = await addMember();
    const huge = `{"x":"${"x".repeat(2_000_000)}"}`;
    const answers: NonNullable<Faults["token"]>[] = [
      (response) => response.writeHead(500).end(),
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Maintenance</p>"),
      (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
      (response) => response.writeHead(200, { "content-type": "application/json" }).end(huge),
      (response) => response.writeHead(302, { location: `${provider().issuer("acme")}/token` }).end(),
      (response) => sendJson(response, { issuer: provider().issuer("acme"), access_token: 7 }),
      (response) => void response.destroy(),
    ];
    const unavailable = `${BASE}/#/sign-in?refused=unavailable&provider=broken`;
    for (const token of answers) {
      provider().discovery.set("broken", token);
      assert.equal((await begin("broken")).page, unavailable);
      assert.equal((await signIn(verified(email), { token })).refused, "unavailable");
    }
    const silent: { writableEnded: boolean }[] = [];
    provider().discovery.set("broken", (response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
      silent.push(response);
    });
    const waiting = begin("broken");
    await eventually("the silent provider is asked", async () => silent.length > 0);
    assert.equal((await signIn(verified(email))).refused, undefined);
    assert.equal((await waiting).page, unavailable);
    provider().discovery.delete("broken");
    assert.match((await begin("broken")).page, /^http:\/\/127\.0\.0\.1:\d+\/broken\/page\?/);
  });
});
