import type { Logger } from "pino";
import type { Config } from "../settings/config.ts";
import type { Mailer } from "../tenants/mailer.ts";

/** Opens the mailer; null without a mail server. `onFailure` is called for each mail that could not be sent. */
export async function openMailer(
  { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL: serviceUrl }: Config,
  logger: Logger,
  onFailure: () => void,
): Promise<Mailer | null> {
  if (!smtpUrl) return null;
  const { newMailer } = await import("../tenants/mailer.ts");
  return newMailer({ smtpUrl, from, serviceUrl, logger, onFailure });
}
