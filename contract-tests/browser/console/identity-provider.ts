import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";

const SECRET = "not-a-secret";

/** An account that people sign in to with its name. */
export interface ProviderAccount {
  readonly email: string;
  readonly isVerified?: boolean;
}

/** A real OpenID Connect provider on the loopback, of another site than the service. */
export class IdentityProvider {
  readonly issuer: string;
  readonly #server: Server;
  readonly #accounts: ReadonlyMap<string, ProviderAccount>;

  private constructor(server: Server, accounts: ReadonlyMap<string, ProviderAccount>) {
    this.#server = server;
    this.#accounts = accounts;
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  static async open(accounts: Readonly<Record<string, ProviderAccount>>): Promise<IdentityProvider> {
    const server = createServer();
    await once(server.listen(0, "localhost"), "listening");
    return new IdentityProvider(server, new Map(Object.entries(accounts)));
  }

  /** What a service needs to know. */
  settings(name: string): Record<string, string> {
    const prefix = `OIDC_${name.toUpperCase()}`;
    return {
      [`${prefix}_ISSUER`]: this.issuer,
      [`${prefix}_CLIENT_ID`]: name,
      [`${prefix}_CLIENT_SECRET`]: SECRET,
    };
  }

  /** Begins to answer, for a client that begins at each of these addresses. */
  async serve(clients: Readonly<Record<string, string>>): Promise<void> {
    const { Provider } = await import("oidc-provider");
    const provider = new Provider(this.issuer, {
      clients: Object.entries(clients).map(([name, base]) => ({
        client_id: name,
        client_secret: SECRET,
        redirect_uris: [`${base}/api/sign_in/oidc/${name}/callback`],
      })),
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name"] },
      findAccount: (_, id) => {
        const { email = `${id}@nowhere.example`, isVerified = true } = this.#accounts.get(id) ?? {};
        const claims = { sub: id, email, email_verified: isVerified, given_name: id };
        return { accountId: id, claims: () => claims };
      },
      pkce: { required: () => true },
      cookies: { keys: ["only for tests"] },
    });
    this.#server.on("request", provider.callback());
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Signs in to an account on the provider's pages, and allows what the service asks for. */
export async function signInAtProvider(page: Page, account: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
