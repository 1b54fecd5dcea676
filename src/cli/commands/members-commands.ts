import { type Command, Option } from "commander";
import type { Store } from "../../store/ports/stores.ts";
import type { Member } from "../../store/ports/tenants.ts";
import { newPersonalKey } from "../../tenants/api-keys.ts";
import { isEmailAddress } from "../../tenants/email.ts";
import { findOrAddUser, joinOrganization } from "../../tenants/join-organization.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { requireName } from "./setup-command.ts";
import {
  command,
  EMAIL,
  findOrganization,
  newGroup,
  OPTIONAL_ORGANIZATION,
  print,
  type TenantOptions,
} from "./tenant-command.ts";

export function addMembersCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "members", "list, add, change and remove members of an organization");
  command(group, "add", "add a member; one without a personal API key gets one")
    .option(...OPTIONAL_ORGANIZATION)
    .requiredOption(...EMAIL)
    .option("--name <name>", "first name of a new user", "")
    .addOption(newLevelOption().default("member"))
    .action(async (options: TenantOptions) => {
      if (!isEmailAddress(options.email)) throw new UsageError("--email must be an e-mail address.");
      if (options.name !== "") requireName("name", options.name);
      const { member, key } = await withStore(context, (store) => addMember(options, store, context.now()));
      const text = key === null ? "The user has keys already.\n" : `Personal API key:  ${key}  (shown only once)\n`;
      print(context, options.json, { ...memberToJson(member), personal_api_key: key }, text);
    });
}

function newLevelOption(): Option {
  return new Option("--level <level>", "what it may do").choices(["member", "admin", "owner"]);
}

async function addMember(options: TenantOptions, store: Store, now: number) {
  const { tenants, keys } = store;
  const { email, name: firstName, level } = options;
  const { id } = await findOrganization(options.organization, store);
  if (await tenants.hasMemberWithEmail(id, email)) throw new CommandFailure(`${email} is a member already.`);
  const user = await findOrAddUser(id, { email, firstName, isEmailVerified: false, createdAt: now }, store);
  await joinOrganization(id, user.id, level, store);
  const member: Member = { user, level };
  if ((await keys.listOfUser(user.id)).length > 0) return { member, key: null };
  const { key, secret } = newPersonalKey(user.id, { label: "first", readOnly: false, now });
  await keys.insert(key);
  return { member, key: secret };
}

function memberToJson({ user, level }: Member): object {
  return { user_id: user.id, email: user.email, first_name: user.firstName, level };
}
