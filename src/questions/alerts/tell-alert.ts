import { postSigned } from "../../lib/signed-webhook.ts";
import { retry } from "../../lib/threads/retry.ts";
import type { AlertRecord } from "../../store/records/saved-kinds.ts";
import { canGetMail } from "../../tenants/email.ts";
import { oneLine, toHtml } from "../../tenants/invite-email.ts";
import type { Logger, Mailer } from "../../tenants/mailer.ts";
import { numberOfShortId } from "../../tenants/saved-record.ts";
import { type AlertDefinition, type AlertTenants, alertDefinition, withSubscribers } from "./alerts.ts";
import type { CheckPorts, Finding, News } from "./check-alerts.ts";

interface TellPorts {
  readonly tenants: AlertTenants;
  /** Null without a mail server. */
  readonly mailer: Pick<Mailer, "send" | "serviceUrl"> | null;
  /** Whether webhooks may lead to a private network. */
  readonly allowsPrivate: boolean;
  readonly logger: Logger;
}

const WEBHOOK = { maxAttempts: 3, backoff: { initialMs: 1000, maxMs: 4000 } };
const ATTEMPT_MS = 10_000;
const SLACK = "hooks.slack.com";

/** Returns what mails subscribers and posts to the webhook. */
export function tellOf({ tenants, mailer, allowsPrivate, logger }: TellPorts): CheckPorts["tell"] {
  return async (alert, news, stopping) => {
    const definition = alertDefinition(alert);
    const { title, says } = newsText(alert, definition, news);
    const { projectId, id, name, revision, secret, toldAt } = alert;
    const place = news.insight ? `questions/saved/${news.insight.shortId}` : "questions";
    const link = mailer?.serviceUrl && `${mailer.serviceUrl.replace(/\/+$/, "")}/#/projects/${projectId}/${place}`;
    let reached = 0;

    const [{ subscribers } = { subscribers: [] }] = mailer ? await withSubscribers([alert], tenants) : [];
    const users = subscribers.filter(({ email }) => canGetMail(email));
    const paragraphs = [says, ...(link ? ["Look at the question:", link] : [])];
    const content = { subject: title, text: `${paragraphs.join("\n\n")}\n`, html: toHtml(paragraphs) };
    const mails = users.map(({ email }) => ({ about: id, to: email, replyTo: undefined, content }));
    const mailing = mailer?.send(mails, async () => {
      reached += 1;
    });

    const { webhook_url: url } = definition;
    const type = `alert.${news.state === "Firing" ? "fired" : news.state === "Errored" ? "failed" : "resolved"}`;
    const at = new Date().toISOString();
    const text = `${title}\n${says}${link ? `\n${link}` : ""}`;
    const { value = null, day = null } = news.finding ?? {};
    const insight = news.insight && { id: numberOfShortId(news.insight.shortId), name: news.insight.name };
    const data = { project_id: projectId, id, name, state: news.state, value, day, insight, error: news.error };
    const body = JSON.stringify(isSlack(url) ? { text } : { type, timestamp: at, data, text });
    // The same until it reaches someone, for receivers that know it already.
    const message = { id: `alert_${id}_${revision}_${toldAt ?? 0}_${type}`, body };
    const post = async () => {
      const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), stopping]);
      await postSigned(new URL(url), message, { secret, allowsPrivate, signal });
    };
    if (url !== "") {
      await retry(post, { ...WEBHOOK, signal: stopping }).then(
        () => {
          reached += 1;
        },
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          logger.warn({ project: projectId, alert: id, reason }, "The webhook of an alert failed.");
        },
      );
    }
    await mailing;
    return { targets: users.length + (url === "" ? 0 : 1), isReached: reached > 0 };
  };
}

function isSlack(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname === SLACK;
}

/** Says what is new about an alert, for humans. */
export function newsText(
  { name, insight }: Pick<AlertRecord, "name" | "insight">,
  definition: AlertDefinition,
  { state, finding, error, ...news }: News,
): { readonly title: string; readonly says: string } {
  const question = oneLine(news.insight?.name || news.insight?.derivedName || `question ${insight}`);
  const of = oneLine(name) || question;
  if (finding === null) {
    return { title: `Alert cannot be checked: ${of}`, says: `“${question}” cannot be checked: ${error ?? ""}` };
  }
  const title = state === "Firing" ? `Alert: ${of}` : `Alert is over: ${of}`;
  return { title, says: `“${question}”: ${findingText(definition, finding)}` };
}

function findingText(
  { condition, threshold: { configuration } }: AlertDefinition,
  { label, day, value, breach }: Finding,
): string {
  const { type, bounds = {} } = configuration;
  const format = (figure: number | null) => {
    if (figure === null) return "nothing";
    const shown = type === "percentage" ? figure * 100 : figure;
    return `${Number.isFinite(shown) ? Number(shown.toFixed(2)) : "more than any"}${type === "percentage" ? " %" : ""}`;
  };
  const verb = { absolute_value: "is", relative_increase: "rose by", relative_decrease: "fell by" }[condition.type];
  const bound = breach && bounds[breach];
  const compared = breach === "lower" ? "less than" : "more than";
  const verdict = bound == null ? "within its bounds" : `${compared} ${format(bound)}`;
  return `${oneLine(label)} ${verb} ${format(value)}${day && ` (${day})`}, ${verdict}.`;
}
