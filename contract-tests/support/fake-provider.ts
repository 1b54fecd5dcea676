import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const SECRET = "fake secret: & %";

type Json = Readonly<Record<string, unknown>>;
type Answer = (response: ServerResponse) => void;

/** What the provider does wrong for one account. */
export interface Faults {
  /** Changes the ID token. */
  readonly claims?: Json;
  readonly header?: Json;
  readonly isForged?: boolean;
  /** Whether it takes any code verifier. */
  readonly ignoresVerifier?: boolean;
  /** Answers instead of the token endpoint. */
  readonly token?: Answer;
}

interface Grant {
  readonly name: string;
  readonly asked: URLSearchParams;
  readonly account: Json;
  readonly faults: Faults;
}

/**
 * OpenID Connect providers on the loopback, one for each name, which do what a test says: the tests with a real one are
 * in a browser. They check what the service sends as strictly as a real one does.
 */
export class FakeProvider {
  readonly #grants = new Map<string, Grant>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  /** Answers instead of the discovery documents of these names. */
  readonly discovery = new Map<string, Answer>();

  static async open(): Promise<FakeProvider> {
    const provider = new FakeProvider();
    await once(provider.#server.listen(0, "127.0.0.1"), "listening");
    return provider;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  issuer(name: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;
  }

  settings(name: string): Record<string, string> {
    const settings = { ISSUER: this.issuer(name), CLIENT_ID: `client of ${name}`, CLIENT_SECRET: SECRET };
    const prefix = `OIDC_${name.toUpperCase()}_`;
    return Object.fromEntries(Object.entries(settings).map(([part, value]) => [`${prefix}${part}`, value]));
  }

  /** Signs a person in who was sent to this page. Returns the query with which the browser goes back. */
  signIn(page: string, account: Json, faults: Faults = {}): { code: string; state: string; iss: string } {
    const { pathname, searchParams: asked } = new URL(page);
    const [, name = ""] = pathname.split("/");
    const code = randomUUID();
    this.#grants.set(code, { name, asked, account, faults });
    return { code, state: asked.get("state") ?? "", iss: this.issuer(name) };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = "", ...rest] = (request.url ?? "").split("/");
    const issuer = this.issuer(name);
    switch (rest.join("/")) {
      case ".well-known/openid-configuration": {
        const answer = this.discovery.get(name);
        if (answer) return answer(response);
        const endpoints = { token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys` };
        const about = {
          authorization_endpoint: `${issuer}/page`,
          authorization_response_iss_parameter_supported: true,
        };
        return sendJson(response, { issuer, ...endpoints, ...about });
      }
      case "keys": {
        const key = { ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" };
        return sendJson(response, { keys: [key] });
      }
      case "token":
        return this.#token(name, request, response);
      default:
        response.writeHead(404).end();
    }
  }

  async #token(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = new URLSearchParams(await text(request));
    const grant = this.#grants.get(sent.get("code") ?? "");
    this.#grants.delete(sent.get("code") ?? "");
    if (!grant) return sendJson(response, { error: "invalid_grant" }, 400);
    const { asked, faults, account } = grant;
    if (faults.token) return faults.token(response);
    const challenge = createHash("sha256")
      .update(sent.get("code_verifier") ?? "")
      .digest("base64url");
    const credentials = [`client of ${name}`, SECRET].map((part) => new URLSearchParams({ part }).toString().slice(5));
    const isRight =
      request.headers.authorization === `Basic ${btoa(credentials.join(":"))}` &&
      grant.name === name &&
      sent.get("redirect_uri") === asked.get("redirect_uri") &&
      asked.get("code_challenge_method") === "S256" &&
      (faults.ignoresVerifier || challenge === asked.get("code_challenge"));
    if (!isRight) return sendJson(response, { error: "invalid_grant" }, 400);
    const now = Math.floor(Date.now() / 1000);
    const common = { iss: this.issuer(name), aud: `client of ${name}`, nonce: asked.get("nonce") };
    const claims = { ...common, iat: now, exp: now + 300, ...account, ...faults.claims };
    const idToken = signToken({ alg: "RS256", kid: "1", ...faults.header }, claims, faults.isForged);
    sendJson(response, { access_token: randomUUID(), token_type: "Bearer", expires_in: 300, id_token: idToken });
  }
}

function signToken(header: Json, claims: Json, isForged = false): string {
  const encode = (part: Json) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const content = `${encode(header)}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(isForged ? `${content}x` : content), privateKey);
  return `${content}.${header.alg === "none" ? "" : signature.toString("base64url")}`;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
