import { resolve } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import { isDirectoryLocked } from "../../store/directory-lock.ts";
import type { Store } from "../../store/ports/stores.ts";
import { deleteAll } from "../../store/records/scan-all.ts";
import { OIDC_ACCOUNTS } from "../../store/records/sign-in-kinds.ts";
import type { User } from "../../store/records/tenant-kinds.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { isEmailAddress, isSameEmailAddress } from "../../tenants/email.ts";
import { type SetupOptions, type SetupResult, setUp } from "../../tenants/setup.ts";
import { newSignInToken, signInUrl } from "../../tenants/sign-in/links.ts";
import { findOnlyUser } from "../choose-project.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { examples, print } from "../output.ts";

const MAX_NAME_CHARACTERS = 200;

export function addSetupCommand(program: Command, context: CliContext): void {
  program
    .command("setup")
    .summary("create an organization, a project, a user and keys")
    .description(
      "Create an organization with a project, a user and keys, even if another organization has the same name. " +
        "The keys are shown only once. Afterwards the service creates no organization when it first starts.",
    )
    .option("--organization <name>", 'name of the organization (default: "My organization")')
    .option("--project <name>", 'name of the project (default: "My project")')
    .option("--email <address>", "address of the user (default: made up); an existing user joins the organization")
    .option("--member <address>", "add a second member with a personal key")
    .option("--json", "print only a JSON object")
    .addHelpText("after", examples("setup --json --organization Acme --project Website --email ada@example.com"))
    .action(async ({ json, ...options }: SetupOptions & { json?: true }) => {
      validateOptions(options);
      const work = (store: Store) => setUp({ ...store, now: context.now }, options);
      const result = await withStore(context, work, { creates: true });
      print(context, json, setupToJson(result), setupToText(result));
    });
}

function setupToText({ organization, project, projectApiKey, owner, member }: SetupResult): string {
  const rows = [
    ["Organization", `${organization.id}  (${organization.name})`],
    ["Project", `${project.id}  (${project.name})`],
    ["User", `${owner.user.id}  (${owner.user.email})`],
    ["Project API key", projectApiKey],
    ["Personal API key", `${owner.personalApiKey}  (shown only once)`],
  ];
  if (member !== null) {
    rows.push(["Second member", `${member.user.id}  (${member.user.email})`]);
    rows.push(["Their personal key", `${member.personalApiKey}  (shown only once)`]);
  }
  return rows.map(([name = "", value = ""]) => `${`${name}:`.padEnd(20)}${value}\n`).join("");
}

function setupToJson({ organization, project, projectApiKey, owner, member }: SetupResult): object {
  return {
    organization_id: organization.id,
    project_id: project.id,
    user_id: owner.user.id,
    project_api_key: projectApiKey,
    personal_api_key: owner.personalApiKey,
    ...(member !== null && { member_user_id: member.user.id, member_personal_api_key: member.personalApiKey }),
  };
}

export function requireName(option: string, name: string): void {
  if (name.trim() !== "" && name.length <= MAX_NAME_CHARACTERS && !/\p{Cc}/u.test(name)) return;
  throw new UsageError(`--${option} must be a name of 1 to ${MAX_NAME_CHARACTERS} characters on one line.`);
}

function validateOptions({ organization, project, email, member }: SetupOptions): void {
  for (const [option, name] of Object.entries({ organization, project })) {
    if (name !== undefined) requireName(option, name);
  }
  for (const [option, address] of Object.entries({ email, member })) {
    if (address !== undefined && !isEmailAddress(address)) {
      throw new UsageError(`--${option} must be an e-mail address, such as ada@example.com.`);
    }
  }
  if (email !== undefined && member !== undefined && isSameEmailAddress(email, member)) {
    throw new UsageError("--email and --member must be different addresses.");
  }
}

export function addSignInLinkCommand(program: Command, context: CliContext): void {
  program
    .command("sign-in-link")
    .summary("print a link with which a user signs in to the console")
    .description(
      "Print a link with which a user signs in to the console, once, within ten minutes. Nothing else is printed. " +
        "The link begins with PUBLIC_URL or, without it, with the address on this machine.",
    )
    .option("--email <address>", "e-mail address of the user; required if there are several users")
    .option("--forget-providers", "let the user sign in with other accounts of OpenID Connect providers from now on")
    .addHelpText("after", examples("sign-in-link --email ada@example.com"))
    .action(async ({ email, forgetProviders = false }: { email?: string; forgetProviders?: boolean }) => {
      const { CONSOLE, PUBLIC_URL, PORT, DATA_DIR, MONGODB_URL } = readConfig(context.environment);
      if (CONSOLE === "off") throw new CommandFailure("The console is off: see CONSOLE.");
      const token = await withStore(context, async ({ tenants, records }) => {
        const user = await (email === undefined ? findOnlyUser(tenants) : findMemberByEmail(email, tenants));
        if (forgetProviders) await deleteAll(records, OIDC_ACCOUNTS, { where: { userId: user.id } });
        return newSignInToken(user.id, context.now(), records);
      });
      if (MONGODB_URL === "" && context.environment.DATA_DIR && !isDirectoryLocked(DATA_DIR)) {
        context.err(`No service runs on ${resolve(DATA_DIR)}: the link works once one does. Is DATA_DIR right?\n`);
      }
      context.out(`${signInUrl(PUBLIC_URL || `http://localhost:${PORT}`, token)}\n`);
    });
}

async function findMemberByEmail(email: string, tenants: Tenants): Promise<User> {
  const user = await tenants.findUserByEmail(email);
  if (user !== null && (await tenants.organizationsOf(user.id)).length > 0) return user;
  throw new CommandFailure(`No member of an organization has the address ${email}.`);
}
