// Prints six weeks of events of a bicycle shop that does not exist, as JSON lines in the form of PostHog's batch
// exports. They are the same in each run: docs/asking-questions.md shows answers about them.
import { uuidFrom } from "../src/lib/uuid.ts";
import { Random } from "./seeded-random.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 2, 2);
const DAYS = 42;
const VISITORS = 300;
const PAGES = ["/", "/bikes", "/bikes/city", "/bikes/cargo", "/help"];
const BROWSERS = ["Chrome", "Chrome", "Chrome", "Safari", "Safari", "Firefox"];
const COMPANIES = ["fjordpost", "northcargo", "oslo-kommune"];

interface Visitor {
  readonly number: number;
  readonly anonymous: string;
  readonly browser: string;
  readonly variant: "test" | "control";
  readonly plan: "pro" | "free";
  readonly company: string | null;
  id: string;
  isKnown: boolean;
}

type Send = (event: string, properties?: object) => void;

const random = new Random(20_260_302);
const below = (limit: number) => random.integer(0, limit - 1);
const pick = (items: readonly string[]) => items[below(items.length)] ?? "";

let count = 0;
function print(time: number, event: string, distinct_id: string, properties: object): void {
  count += 1;
  const timestamp = new Date(time).toISOString();
  const line = { uuid: uuidFrom(`sample ${count}`), event, distinct_id, timestamp, properties };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function visit(visitor: Visitor, day: number, number: number): void {
  let time = FIRST_DAY + day * DAY_MS + (7 + below(14)) * 3_600_000 + below(3_600_000);
  const session = `${visitor.anonymous}-${day}`;
  const groups = visitor.company && { $groups: { company: visitor.company } };
  const common = { $browser: visitor.browser, $session_id: session, $lib: "web", ...groups };
  const send: Send = (event, properties = {}) => {
    print(time, event, visitor.id, { ...common, ...properties });
    time += 5000 + below(90_000);
  };
  const view = (path: string) => send("$pageview", { $current_url: `https://shop.example${path}`, $pathname: path });
  const flag = { $feature_flag: "new-checkout", $feature_flag_response: visitor.variant };
  if (number === 0) send("$feature_flag_called", flag);
  view(pick(PAGES));
  for (let pages = below(4); pages > 0; pages--) view(pick(PAGES));
  if (random.chance(0.55)) return;
  send("product viewed", { product: pick(["city", "cargo", "kids"]) });
  if (random.chance(0.45)) return;
  send("added to cart");
  if (!visitor.isKnown && random.chance(0.7)) identify(visitor, send);
  if (random.chance(visitor.variant === "test" ? 0.35 : 0.55)) return;
  view("/checkout");
  send("order paid", { price: 20 + below(1800) + below(100) / 100, currency: "NOK" });
}

function identify(visitor: Visitor, send: Send): void {
  const { anonymous, number, plan, company } = visitor;
  visitor.id = `user-${number}`;
  visitor.isKnown = true;
  const $set = { email: `user-${number}@shop.example`, plan };
  send("$identify", { $anon_distinct_id: anonymous, $set });
  if (!company) return;
  send("$groupidentify", { $group_type: "company", $group_key: company, $group_set: { country: "NO" } });
}

const visits: { readonly visitor: Visitor; readonly day: number; readonly number: number }[] = [];
for (let number = 0; number < VISITORS; number++) {
  const visitor: Visitor = {
    number,
    anonymous: `anonymous-${number}`,
    id: `anonymous-${number}`,
    isKnown: false,
    browser: pick(BROWSERS),
    variant: random.chance(0.5) ? "test" : "control",
    plan: random.chance(0.3) ? "pro" : "free",
    company: random.chance(0.2) ? pick(COMPANIES) : null,
  };
  const first = below(DAYS);
  visits.push({ visitor, day: first, number: 0 });
  let day = first;
  for (let later = 1; random.chance(0.6); later++) {
    day += 1 + below(9);
    if (day < DAYS) visits.push({ visitor, day, number: later });
  }
}
visits.sort((a, b) => a.day - b.day);
for (const { visitor, day, number } of visits) visit(visitor, day, number);
