import type { TestEnvironment } from "../services/test-environment.ts";
import { TARGET_VARIABLE, type Target, type Tenant } from "../target-description.ts";

/** What the suite runs against. */
export const target = readTarget();

/** What a test may need of the target. */
const SKIP_REASONS = {
  state: { prism: "a mock keeps nothing and knows no keys" },
  tenants: { prism: "a mock has no tenants", url: "only one tenant's keys are known" },
  commands: { prism: "a mock has no commands", url: "its command line is out of reach" },
  store: { prism: "a mock has no store", url: "its store is out of reach" },
  settings: { prism: "a mock has no settings", url: "its settings are not ours to change" },
  wire: {
    prism: "a mock answers in its own words what the document does not describe",
    url: "what stands in front of it answers in its own words",
  },
} satisfies Record<string, Partial<Record<Target["kind"], string>>>;

/** Options of a test that runs only where the target has all of these; elsewhere it is skipped, with the reason. */
export function needs(...wanted: (keyof typeof SKIP_REASONS)[]): { readonly skip: string | false } {
  const reasons = wanted.map((need) => (SKIP_REASONS[need] as Partial<Record<Target["kind"], string>>)[target.kind]);
  return { skip: reasons.find((reason) => reason !== undefined) ?? false };
}

/** What the suite knows of a tenant that it made itself. */
export function tenantDetails({ details: more }: Tenant): NonNullable<Tenant["details"]> {
  if (more === undefined) throw new Error("This tenant was not made by the suite: the test should have been skipped.");
  return more;
}

/** Where a server of the suite's own keeps its data. */
export function environmentOf({ environment: place }: Target): TestEnvironment {
  if (place === undefined) throw new Error("This place is out of reach: the test should have been skipped.");
  return place;
}

function readTarget(): Target {
  const text = process.env[TARGET_VARIABLE];
  if (text === undefined) throw new Error("Run the suite with: npm run contract-test -- --target prism|server|URL");
  return JSON.parse(text) as Target;
}
