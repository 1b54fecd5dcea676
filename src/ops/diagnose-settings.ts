import type { Config } from "../settings/config.ts";
import type { Finding } from "../store/probe.ts";

/** Finds settings that contradict each other; `config.ts` has checked each alone. */
export function diagnoseSettings(config: Config): Finding[] {
  const subject = "settings";
  const texts = [
    config.S3_BUCKET === "" && (config.S3_ENDPOINT !== "" || config.S3_PREFIX !== "")
      ? "S3_BUCKET is empty, so recording files are kept in DATA_DIR: set it, or remove the other settings of S3"
      : null,
    isUnencryptedRemote(config.S3_ENDPOINT)
      ? "S3_ENDPOINT is not encrypted: use https:// where others may listen on the way"
      : null,
    findUnusableLinks(config),
    ...diagnoseProviders(config),
    findUnsharedFiles(config),
  ];
  const warnings = texts.filter((text) => text !== null);
  if (warnings.length === 0) return [{ subject, state: "ok", text: "no contradictions" }];
  return warnings.map((text) => ({ subject, state: "warning", text }));
}

/** Returns a warning if invites are mailed with links that invited persons cannot open. */
export function findUnusableLinks({ SMTP_URL, PUBLIC_URL }: Pick<Config, "SMTP_URL" | "PUBLIC_URL">): string | null {
  if (SMTP_URL === "" || (PUBLIC_URL !== "" && !isLocal(PUBLIC_URL))) return null;
  const reason = PUBLIC_URL === "" ? "is empty" : "is an address of this machine only";
  return `PUBLIC_URL ${reason}, so the links in invites' mails lead nowhere: set it to the address that clients use`;
}

/** Returns a warning if nodes could share the database but not the files. */
export function findUnsharedFiles(config: Pick<Config, "MONGODB_URL" | "S3_BUCKET">): string | null {
  if (config.MONGODB_URL === "" || config.S3_BUCKET !== "") return null;
  return (
    "MONGODB_URL is set and S3_BUCKET is not: the files of recordings and events are in DATA_DIR/files, " +
    "where other nodes find them only if they share that folder"
  );
}

function diagnoseProviders({ OIDC_PROVIDERS: providers, PUBLIC_URL, CONSOLE }: Config): (string | null)[] {
  if (providers.length === 0) return [];
  const unencrypted = providers.filter(({ issuer }) => isUnencryptedRemote(issuer)).map(({ id }) => id);
  return [
    CONSOLE === "off" ? "CONSOLE is off, so nobody signs in with OIDC_PROVIDERS" : null,
    PUBLIC_URL === ""
      ? "PUBLIC_URL is empty, so the providers in OIDC_PROVIDERS are told the address that each request has: set it"
      : null,
    unencrypted.length > 0
      ? `the issuer of ${unencrypted.join(", ")} is not encrypted: who listens on the way can sign in as anyone`
      : null,
  ];
}

function isUnencryptedRemote(address: string): boolean {
  return address.startsWith("http:") && !isLocal(address);
}

function isLocal(address: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}
