import { bool, type Environment, type Kind, kind, url } from "./setting-readers.ts";

export interface OidcProviderSettings {
  /** Part of addresses, and what sessions say they were signed in with. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  /** Whether addresses count if the provider does not say whether they are verified. */
  readonly trustsEmail: boolean;
}

const REQUIRED = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"] as const;
const OPTIONAL = ["LABEL", "TRUST_EMAIL"] as const;
type Part = (typeof REQUIRED | typeof OPTIONAL)[number];
const NAME = /^[a-z][a-z0-9-]{0,29}$/;
/** Names that sessions without a provider use. */
const RESERVED = ["link", "password", "passkey"];
const MAX_PROVIDERS = 20;
const MAX_LABEL_CHARACTERS = 40;

/** Returns the kind of a list that names providers, each with settings of its own, which are read too. */
export function oidcProviders(): Kind<readonly OidcProviderSettings[]> {
  return kind("", readProviders);
}

export function oidcSettingNames(providers: string): string[] {
  return namesIn(providers).flatMap((id) => [...REQUIRED, ...OPTIONAL].map((part) => settingName(id, part)));
}

function readProviders(text: string, environment: Environment = {}): OidcProviderSettings[] {
  const ids = namesIn(text);
  if (!ids.every((id) => NAME.test(id) && !RESERVED.includes(id)) || new Set(ids).size < ids.length) {
    throw new Error(
      `different names of up to 30 lower-case letters, digits and -, none of them ${RESERVED.join(" or ")}`,
    );
  }
  if (ids.length > MAX_PROVIDERS) throw new Error(`up to ${MAX_PROVIDERS} names`);
  const faults: string[] = [];
  const providers = ids.map((id) => readProvider(id, environment, faults));
  if (faults.length > 0) throw new Error(`names of providers with valid settings: ${faults.join("; ")}`);
  return providers;
}

function readProvider(id: string, environment: Environment, faults: string[]): OidcProviderSettings {
  const textFor = (part: Part) => environment[settingName(id, part)] ?? "";
  const check = <T>(part: Part, { read, fallback }: Kind<T>) => {
    try {
      return read(textFor(part) || fallback);
    } catch (error) {
      faults.push(`${settingName(id, part)} must be ${(error as Error).message}`);
      return undefined;
    }
  };
  for (const part of REQUIRED) if (textFor(part) === "") faults.push(`${settingName(id, part)} is missing`);
  const issuer = check("ISSUER", url(["https:", "http:"])) ?? "";
  if (/[?#@]/.test(issuer)) faults.push(`${settingName(id, "ISSUER")} must be an address without ?, # and @`);
  const label = textFor("LABEL") || id.charAt(0).toUpperCase() + id.slice(1);
  if (label.length > MAX_LABEL_CHARACTERS) {
    faults.push(`${settingName(id, "LABEL")} must have up to ${MAX_LABEL_CHARACTERS} characters`);
  }
  const trustsEmail = check("TRUST_EMAIL", bool(false)) ?? false;
  return { id, issuer, clientId: textFor("CLIENT_ID"), clientSecret: textFor("CLIENT_SECRET"), label, trustsEmail };
}

function namesIn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}

function settingName(id: string, part: Part): string {
  return `OIDC_${id.toUpperCase().replaceAll("-", "_")}_${part}`;
}
