import { type Command, Option } from "commander";
import type { Store } from "../../store/ports/stores.ts";
import type { Member } from "../../store/ports/tenants.ts";
import { newPersonalKey } from "../../tenants/api-keys.ts";
import { isEmailAddress, isSameEmailAddress } from "../../tenants/email.ts";
import { findOrAddUser, joinOrganization } from "../../tenants/join-organization.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { formatTable } from "../output.ts";
import { requireName } from "./setup-command.ts";
import {
  command,
  EMAIL,
  findOrganization,
  NAME,
  newGroup,
  OPTIONAL_ORGANIZATION,
  print,
  type TenantOptions,
} from "./tenant-command.ts";

export function addMembersCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "members", "list, add, rename, promote and remove members of an organization");
  command(group, "list", "list the members of an organization")
    .option(...OPTIONAL_ORGANIZATION)
    .action(async ({ organization, json }: TenantOptions) => {
      const members = await withStore(context, async (store) => {
        return store.tenants.listMembers((await findOrganization(organization, store)).id);
      });
      const rows = members.map(({ user, level }) => [String(user.id), user.email, user.firstName, level]);
      print(context, json, members.map(memberToJson), formatTable(["USER", "EMAIL", "NAME", "LEVEL"], rows));
    });
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
  command(group, "rename", "change the first name of a member, in all organizations")
    .option(...OPTIONAL_ORGANIZATION)
    .requiredOption(...EMAIL)
    .requiredOption(...NAME)
    .action(async ({ organization, email, name, json }: TenantOptions) => {
      requireName("name", name);
      const renamed = await withStore(context, async (store) => {
        const { member } = await findMember(organization, email, store);
        await store.tenants.renameUser(member.user.id, name);
        return { ...member, user: { ...member.user, firstName: name } };
      });
      print(context, json, memberToJson(renamed), `${renamed.user.email} is now called ${name}.\n`);
    });
  command(group, "level", "change what a member may do; the last owner stays one")
    .option(...OPTIONAL_ORGANIZATION)
    .requiredOption(...EMAIL)
    .addOption(newLevelOption().makeOptionMandatory())
    .action(async ({ organization, email, level, json }: TenantOptions) => {
      const changed = await withStore(context, async (store) => {
        const { id, member } = await findMember(organization, email, store);
        const outcome = await store.tenants.changeMemberLevel(id, member.user.id, level);
        if (outcome === "last owner") throw new CommandFailure("The last owner stays one: make another first.");
        return { ...member, level };
      });
      print(context, json, memberToJson(changed), `${changed.user.email} is now of the level ${level}.\n`);
    });
  command(group, "remove", "remove a member, except the last owner")
    .option(...OPTIONAL_ORGANIZATION)
    .requiredOption(...EMAIL)
    .action(async ({ organization, email, json }: TenantOptions) => {
      const member = await withStore(context, async (store) => {
        const { id, member } = await findMember(organization, email, store);
        const outcome = await store.tenants.removeMember(id, member.user.id);
        if (outcome === "last owner") throw new CommandFailure("The last owner cannot be removed: add another first.");
        return member;
      });
      print(context, json, memberToJson(member), `${member.user.email} is no longer a member.\n`);
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

async function findMember(organization: string | undefined, email: string, store: Store) {
  const { id } = await findOrganization(organization, store);
  const members = await store.tenants.listMembers(id);
  const member = members.find(({ user }) => isSameEmailAddress(user.email, email));
  if (member === undefined) throw new CommandFailure(`No member has the address ${email}.`);
  return { id, member };
}

function memberToJson({ user, level }: Member): object {
  return { user_id: user.id, email: user.email, first_name: user.firstName, level };
}
