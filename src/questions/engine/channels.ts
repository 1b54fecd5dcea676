/** Sites by what they are; the first that matches counts, so that gemini.google.com is no search. */
const SITES: Readonly<Record<string, readonly string[]>> = {
  Email: ["mail.google", "gmail", "outlook.live", "outlook", "mail.yahoo", "newsletter", "email"],
  AI: [
    ...["chatgpt", "openai", "perplexity", "claude", "gemini.google", "copilot.microsoft", "deepseek", "mistral"],
    ...["grok", "you", "phind"],
  ],
  Search: [
    ...["google", "bing", "duckduckgo", "yahoo", "ecosia", "qwant", "baidu", "yandex", "startpage", "naver", "kagi"],
    ...["seznam", "brave", "ask", "sogou", "swisscows", "mojeek"],
  ],
  Social: [
    ...["facebook", "instagram", "twitter", "x", "t.co", "linkedin", "lnkd", "reddit", "pinterest", "tiktok", "vk"],
    ...["threads", "snapchat", "bsky", "mastodon", "ycombinator", "t.me", "telegram", "whatsapp", "discord", "quora"],
  ],
  Video: ["youtube", "youtu.be", "vimeo", "twitch"],
};
/** Of a name of a host: so that mail.example.com is no mail, and google.co.uk is a search. */
const ENDING = "(\\.(com|net|org|ai|app|social|[a-z]{2}))?(\\.[a-z]{2})?";
const PAID = "cpc|cpm|cpv|cpa|cpp|ppc|retargeting|paid.*|display|banner";

/** Returns a macro that names the channel of a visit as PostHog does, from what its first page says; lower case. */
export const CHANNEL_MACRO = `CREATE MACRO channel_type(domain, source, medium, campaign) AS CASE
  WHEN regexp_full_match(coalesce(medium, ''), '${PAID}') THEN CASE ${ofSites("Paid ")} ELSE 'Paid Unknown' END
  WHEN medium IN ('email', 'e-mail', 'mail', 'newsletter') THEN 'Email'
  WHEN medium = 'affiliate' THEN 'Affiliate'
  ${ofSites("Organic ")}
  WHEN source IS NOT NULL OR campaign IS NOT NULL THEN 'Campaign'
  WHEN coalesce(domain, '') IN ('', '$direct') THEN 'Direct'
  ELSE 'Referral' END`;

function ofSites(prefix: string): string {
  const isSite = (names: readonly string[]) => {
    const any = names.map((name) => name.replaceAll(".", "\\.")).join("|");
    const isHost = `regexp_matches(coalesce(domain, ''), '(^|\\.)(${any})${ENDING}$')`;
    return `(${isHost} OR regexp_full_match(coalesce(source, ''), '(${any})${ENDING}'))`;
  };
  const named = (kind: string) => (kind === "Email" || kind === "AI" ? kind : `${prefix}${kind}`);
  return Object.entries(SITES)
    .map(([kind, names]) => `WHEN ${isSite(names)} THEN '${named(kind)}'`)
    .join(" ");
}
