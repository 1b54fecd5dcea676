import type { Config } from "../config.ts";
import type { Finding } from "../storage/ports/diagnosis.ts";

/** Finds settings that contradict each other. Each setting alone is valid: `config.ts` has checked it. */
export function diagnoseSettings(config: Config): Finding[] {
  const subject = "settings";
  const texts = [
    config.S3_BUCKET === "" && (config.S3_ENDPOINT !== "" || config.S3_PREFIX !== "")
      ? "S3_BUCKET is empty, so recording files are kept in DATA_DIR: set it, or remove the other settings of S3"
      : null,
    isUnencryptedRemote(config.S3_ENDPOINT)
      ? "S3_ENDPOINT is not encrypted: use https:// where others may listen on the way"
      : null,
    config.SMTP_URL !== "" && config.PUBLIC_URL === ""
      ? "PUBLIC_URL is empty, so the invites' mails do not say where the service is"
      : null,
    config.MONGODB_URL !== "" && config.S3_BUCKET === ""
      ? "MONGODB_URL is set and S3_BUCKET is not: recording files are in DATA_DIR, where other nodes do not find them"
      : null,
  ];
  const warnings = texts.filter((text) => text !== null);
  if (warnings.length === 0) return [{ subject, state: "ok", text: "no contradictions" }];
  return warnings.map((text) => ({ subject, state: "warning", text }));
}

function isUnencryptedRemote(address: string): boolean {
  if (!address.startsWith("http:")) return false;
  return !/^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);
}
