import type { Command } from "commander";
import { isEmailAddress, isSameEmailAddress } from "../access/email.ts";
import { type SetupOptions, type SetupResult, setUp } from "../access/setup.ts";
import { type CliContext, printJson, UsageError, withStore } from "./cli-context.ts";

const MAX_NAME_CHARACTERS = 200;

/** Adds `setup` to the program. */
export function addSetupCommand(program: Command, context: CliContext): void {
  program
    .command("setup")
    .summary("make an organization, a project, a user and keys")
    .description(
      "Make a new organization (also where one has the same name already) with a project, a user and keys. " +
        "The keys are shown this once. Once this has run, the first start of the service makes nothing by itself.",
    )
    .option("--organization <name>", 'what the organization is called (default: "My organization")')
    .option("--project <name>", 'what the project is called (default: "My project")')
    .option("--email <address>", "address of the user; a user who has it already joins the organization")
    .option("--member <address>", "make a second member with a personal key of its own")
    .option("--json", "print one JSON object and nothing else")
    .addHelpText(
      "after",
      "\nExample:\n  sightline setup --json --organization Acme --project Website --email ada@example.com",
    )
    .action(async ({ json, ...wishes }: SetupOptions & { json?: true }) => {
      validateOptions(wishes);
      const made = await withStore(context, (documents) => setUp({ ...documents, now: context.now }, wishes));
      if (json) printJson(context, setupToJson(made));
      else context.out(setupToText(made));
    });
}

/** What was made, as lines for a person to read. */
function setupToText({ organization, project, projectApiKey, owner, member }: SetupResult): string {
  const rows = [
    ["Organization", `${organization.id}  (${organization.name})`],
    ["Project", `${project.id}  (${project.name})`],
    ["User", `${owner.user.id}  (${owner.user.email})`],
    ["Project API key", projectApiKey],
    ["Personal API key", `${owner.personalApiKey}  (shown this once)`],
    ...(member === null
      ? []
      : [
          ["Second member", `${member.user.id}  (${member.user.email})`],
          ["Their personal key", `${member.personalApiKey}  (shown this once)`],
        ]),
  ];
  return rows.map(([what = "", value = ""]) => `${`${what}:`.padEnd(20)}${value}\n`).join("");
}

function setupToJson({ organization, project, projectApiKey, owner, member }: SetupResult): object {
  return {
    organization_id: organization.id,
    project_id: project.id,
    user_id: owner.user.id,
    project_api_key: projectApiKey,
    personal_api_key: owner.personalApiKey,
    ...(member !== null && {
      member_user_id: member.user.id,
      member_personal_api_key: member.personalApiKey,
    }),
  };
}

function validateOptions({ organization, project, email, member }: SetupOptions): void {
  for (const [option, name] of Object.entries({ organization, project })) {
    if (name === undefined) continue;
    if (name.trim() === "" || name.length > MAX_NAME_CHARACTERS || /\p{Cc}/u.test(name)) {
      throw new UsageError(`--${option} must be a name of 1 to ${MAX_NAME_CHARACTERS} characters in one line.`);
    }
  }
  for (const [option, address] of Object.entries({ email, member })) {
    if (address !== undefined && !isEmailAddress(address)) {
      throw new UsageError(`--${option} must be an e-mail address, such as ada@example.com.`);
    }
  }
  if (email !== undefined && member !== undefined && isSameEmailAddress(email, member)) {
    throw new UsageError("--email and --member must be two addresses.");
  }
}
