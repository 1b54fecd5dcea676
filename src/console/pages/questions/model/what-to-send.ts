import type { Question } from "./question.ts";

const HINTS: Readonly<Record<string, string>> = {
  $pageview: "Pages are seen when posthog-js is on them: it sends $pageview by itself.",
  $web_vitals: "posthog-js sends $web_vitals with the setting capture_performance: { web_vitals: true }.",
  $exception:
    "posthog-js sends $exception with the setting capture_exceptions: true; servers send errors with captureException.",
};
const WIDER = "Choose more time, or fewer conditions.";

/** Returns hints what to send or choose if an answer is empty. */
export function whatToSend(question: Question): string {
  const text = JSON.stringify(question);
  const asked = Object.keys(HINTS).filter((event) => text.includes(`"${event}"`) || text.includes(`'${event}'`));
  const hint = asked.map((event) => HINTS[event]).join(" ");
  return hint === "" ? WIDER : `${hint} ${WIDER}`;
}
