import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { clientsOfNodes } from "../client/contract-client.ts";
import { runCliOrThrow } from "../services/sightline-cli.ts";
import { FakeProvider, type Faults } from "./fake-provider.ts";
import { ownServer } from "./own-server.ts";

export const BASE = "https://analytics.example/app";
export const CONSOLE = { "x-sightline-console": "1", "sec-fetch-site": "same-origin" };

interface Browser {
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns a browser with an address of its own, which limits do not share with other tests. */
export function newBrowser(cookie = ""): Browser {
  const address = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  return { headers: { "x-forwarded-for": address, ...(cookie !== "" && { cookie }) } };
}

export function verified(email: string, sub = randomUUID()) {
  return { sub, email, email_verified: true };
}

/**
 * Opens a provider and a server that knows it by four names, for the tests of a file. Returns what its tests do with
 * them; `provider` is the open one once tests run.
 */
export function signInsWithProvider() {
  let provider: FakeProvider;
  after(() => provider?.close());

  const own = ownServer(async () => {
    provider = await FakeProvider.open();
    const names = ["acme", "other", "broken", "directory"];
    const settings = names.map((name) => provider.settings(name));
    const flags = { OIDC_DIRECTORY_TRUST_EMAIL: "true", OIDC_ACME_LABEL: "Acme" };
    return Object.assign(
      { OIDC_PROVIDERS: names.join(), PUBLIC_URL: BASE, TRUST_PROXY: "true", ...flags },
      ...settings,
    );
  });

  /** Returns clients of all processes, without a proxy: it would follow redirects to the provider. */
  function nodes() {
    const { server, tenant } = own();
    return clientsOfNodes({ ...server, base: server.direct }, tenant);
  }

  /** Sends a browser to a provider. Returns the page, and the browser with its new cookie. */
  async function begin(name = "acme", browser = newBrowser()) {
    const path = { provider: name };
    const { status, headers } = await own().direct.request("sign_in_oidc_begin", { ...browser, path, key: null });
    assert.equal(status, 302);
    const [setCookie = ""] = [headers["set-cookie"] ?? []].flat();
    const cookie = setCookie.split(";")[0] ?? "";
    return { page: headers.location ?? "", setCookie, browser: { headers: { ...browser.headers, cookie } } };
  }

  /** Returns from a provider. Returns why the service refused, or the cookie of the session. */
  async function finish(
    query: Readonly<Record<string, string>>,
    { headers }: Browser,
    name = "acme",
    client = own().direct,
  ) {
    const response = await client.request("sign_in_oidc_finish", {
      path: { provider: name },
      query,
      headers,
      key: null,
    });
    assert.equal(response.status, 302);
    const location = response.headers.location ?? "";
    assert.ok(location.startsWith(`${BASE}/#/sign-in`), location);
    const refused = /refused=(\w+)&provider=(\w+)$/.exec(location);
    const [cookie] = [response.headers["set-cookie"] ?? []].flat();
    assert.equal(cookie === undefined, refused !== null, location);
    return { refused: refused?.[1], cookie: cookie?.split(";")[0] ?? "" };
  }

  async function signIn(account: Readonly<Record<string, unknown>>, faults: Faults = {}, name = "acme") {
    const { page, browser } = await begin(name);
    return finish(provider.signIn(page, account, faults), browser, name);
  }

  async function addMember(): Promise<string> {
    const { server, tenant } = own();
    const email = `${randomUUID()}@own.example`;
    const organization = ["--organization", tenant.organizationId];
    await runCliOrThrow(server.environment, "members", "add", ...organization, "--email", email);
    return email;
  }

  async function whoIs(cookie: string) {
    const { user } = await own().client.expectStatus("users_me_retrieve", 200, {
      key: null,
      headers: { ...CONSOLE, cookie },
    });
    return user;
  }

  return { provider: () => provider, own, nodes, begin, finish, signIn, addMember, whoIs };
}
