import type { Command } from "commander";
import { readConfig } from "../../settings/config.ts";
import { forgetAccounts } from "../../tenants/sign-in/bound-accounts.ts";
import { newSignInToken, signInUrl } from "../../tenants/sign-in/links.ts";
import { PROGRAM } from "../../values/program-name.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";

/** Adds `sign-in-link` to the program. */
export function addSignInLinkCommand(program: Command, context: CliContext): void {
  program
    .command("sign-in-link")
    .summary("print a link with which a user signs in to the console")
    .description(
      "Print a link with which a user signs in to the console, once, within ten minutes. Nothing else is printed. " +
        "The link begins with PUBLIC_URL or, without it, with the address on this machine.",
    )
    .requiredOption("--email <address>", "e-mail address of the user")
    .option("--forget-providers", "let the user sign in with other accounts of OpenID Connect providers from now on")
    .addHelpText("after", `\nExample:\n  ${PROGRAM} sign-in-link --email ada@example.com`)
    .action(async ({ email, forgetProviders = false }: { email: string; forgetProviders?: boolean }) => {
      const { CONSOLE, PUBLIC_URL, PORT } = readConfig(context.environment);
      if (CONSOLE === "off") throw new CommandFailure("The console is off: see CONSOLE.");
      const token = await withStore(context, async ({ tenants, records }) => {
        const user = await tenants.findUserByEmail(email);
        const organizations = user === null ? [] : await tenants.organizationsOf(user.id);
        if (user === null || organizations.length === 0) {
          throw new CommandFailure(`No member of an organization has the address ${email}.`);
        }
        if (forgetProviders) await forgetAccounts(user.id, records);
        return newSignInToken(user.id, context.now(), records);
      });
      context.out(`${signInUrl(PUBLIC_URL || `http://localhost:${PORT}`, token)}\n`);
    });
}
