import { resolve } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import { isDirectoryLocked } from "../../store/directory-lock.ts";
import type { Tenants, User } from "../../store/ports/tenants.ts";
import { forgetAccounts } from "../../tenants/sign-in/bound-accounts.ts";
import { newSignInToken, signInUrl } from "../../tenants/sign-in/links.ts";
import { findOnlyUser } from "../choose-project.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { examples } from "../output.ts";

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
        if (forgetProviders) await forgetAccounts(user.id, records);
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
