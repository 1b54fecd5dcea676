import type { TestEnvironment } from "../services/test-environment.ts";
import { TARGET_VARIABLE, type Target, type Tenant } from "../target-description.ts";

/** The target that the suite runs against. */
export const target = readTarget();

/** The requirements of tests, with the reason why a kind of target does not meet them. */
const SKIP_REASONS = {
  state: { prism: "a mock stores nothing and knows no keys" },
  tenants: { prism: "a mock has no tenants", url: "only one tenant's keys are known", sandbox: "it has one tenant" },
  commands: {
    prism: "a mock has no commands",
    url: "its command line cannot be reached",
    sandbox: "it has no commands",
  },
  store: {
    prism: "a mock has no store",
    url: "its store cannot be reached",
    sandbox: "it has no store that can be reached",
  },
  settings: { prism: "a mock has no settings", url: "its settings cannot be changed", sandbox: "it has no settings" },
  wire: {
    prism: "a mock has its own responses for undocumented requests",
    url: "a proxy in front of it has its own responses",
  },
} satisfies Record<string, Partial<Record<Target["kind"], string>>>;

/** Returns options that skip a test, with the reason, unless the target meets all requirements. */
export function needs(...requirements: (keyof typeof SKIP_REASONS)[]): { readonly skip: string | false } {
  const reasons = requirements.map(
    (name) => (SKIP_REASONS[name] as Partial<Record<Target["kind"], string>>)[target.kind],
  );
  return { skip: reasons.find((reason) => reason !== undefined) ?? false };
}

/** Returns the details of a tenant that the runner created. Throws for a tenant of a deployment. */
export function tenantDetails({ details }: Tenant): NonNullable<Tenant["details"]> {
  if (details === undefined) throw new Error("The runner did not create this tenant; the test should be skipped.");
  return details;
}

/** Returns the environment of a server that the runner started. Throws for other targets. */
export function environmentOf({ environment }: Target): TestEnvironment {
  if (environment === undefined) throw new Error("There is no environment; the test should be skipped.");
  return environment;
}

function readTarget(): Target {
  const text = process.env[TARGET_VARIABLE];
  if (text === undefined) throw new Error("Run the suite with: npm run contract-test -- --target prism|server|URL");
  return JSON.parse(text) as Target;
}
