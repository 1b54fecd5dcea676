import type { AlertRecord } from "../../store/records/saved-kinds.ts";
import { oneLine } from "../../tenants/mail-content.ts";
import { numberOfShortId } from "../../tenants/saved-record.ts";
import { type AlertDefinition, type AlertTenants, alertDefinition, withSubscribers } from "./alerts.ts";
import type { CheckPorts, Finding, News } from "./check-alerts.ts";
import type { Notify } from "./notify.ts";

/** Creates the function that notifies subscribers and the webhook of an alert. */
export function alertNotify(tenants: AlertTenants, notify: Notify): CheckPorts["notify"] {
  return async (alert, news, signal) => {
    const definition = alertDefinition(alert);
    const { title, says } = newsText(alert, definition, news);
    const { projectId, id, name, secret } = alert;
    const [subscribed] = await withSubscribers([alert], tenants);
    const { value = null, day = null } = news.finding ?? {};
    const insight = news.insight && { id: numberOfShortId(news.insight.shortId), name: news.insight.name };
    const message = {
      ...({ of: "alert", projectId, id, secret, title, says: [says] } as const),
      emails: (subscribed?.subscribers ?? []).map(({ email }) => email),
      url: definition.webhook_url,
      place: news.insight ? `questions/saved/${news.insight.shortId}` : "questions",
      shows: "question",
      type: `alert.${news.state === "Firing" ? "fired" : news.state === "Errored" ? "failed" : "resolved"}`,
      data: { project_id: projectId, id, name, state: news.state, value, day, insight, error: news.error },
    };
    return notify(message, alert, signal);
  };
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
    return type === "percentage" ? `${figureText(figure * 100)} %` : figureText(figure);
  };
  const verb = { absolute_value: "is", relative_increase: "rose by", relative_decrease: "fell by" }[condition.type];
  const bound = breach && bounds[breach];
  const compared = breach === "lower" ? "less than" : "more than";
  const verdict = bound == null ? "within its bounds" : `${compared} ${format(bound)}`;
  return `${oneLine(label)} ${verb} ${format(value)}${day && ` (${day})`}, ${verdict}.`;
}

export const figureText = (figure: number) =>
  Number.isFinite(figure) ? String(Number(figure.toFixed(2))) : "more than any";
