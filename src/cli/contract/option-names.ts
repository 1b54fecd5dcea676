import type { Field } from "./cli-operations.ts";
import { kebab } from "./command-names.ts";

/** Names of members that mean something else on a command line. */
const OTHER_NAMES: Readonly<Record<string, string>> = { version: "if-version" };

/** Returns how a field is given: `--name`, or `<id>` in the order of the path. */
export function optionName({ name, in: where }: Pick<Field, "name" | "in">): string {
  if (where !== "path") return `--${OTHER_NAMES[name] ?? kebab(name)}`;
  if (name === "project_id") return "--project";
  return name === "parent_lookup_organization_id" ? "--organization" : `<${kebab(name)}>`;
}

/** Returns the name under which Commander keeps the value of an option. */
export function optionKey(field: Pick<Field, "name" | "in">): string {
  return optionName(field)
    .slice("--".length)
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
