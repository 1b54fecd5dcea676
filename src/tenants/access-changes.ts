import type { Millis } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import type { Invite } from "../store/records/invites.ts";
import type { Key } from "../store/records/keys.ts";
import type { Member, Project } from "../store/records/tenant-kinds.ts";
import { activityOf, type Item, logged } from "./activity-log.ts";
import { authorOf } from "./authorize.ts";
import type { Caller } from "./keyring.ts";

export type LogPorts = { readonly records: Records; readonly now: () => Millis };

export type Change = readonly [before: Item | null, after: Item | null];

/** As `logged`, of who has access to projects. Each of the projects gets the entries. */
export async function loggedIn<T>(
  projects: readonly Pick<Project, "id">[],
  caller: Pick<Caller, "userId">,
  changes: readonly Change[],
  { records, now }: LogPorts,
  make: () => Promise<T | null>,
): Promise<T | null> {
  const context = { by: authorOf(caller), now: now() };
  const activities = projects.flatMap(({ id: projectId }) =>
    changes.flatMap(([before, after]) => activityOf({ ...context, projectId }, before, after) ?? []),
  );
  return logged(activities, records, make);
}

export function memberItem({ user, level }: Member): Item {
  return { scope: "OrganizationMembership", id: user.uuid, name: abbreviateAddress(user.email), content: { level } };
}

export function inviteItem({ id, targetEmail, level, expiresAt }: Omit<Invite, "secretHash">): Item {
  const content = { level, expires_at: new Date(expiresAt).toISOString() };
  return { scope: "OrganizationInvite", id, name: abbreviateAddress(targetEmail), content };
}

/** The label of a personal key is its user's alone. */
export function keyItem(key: Key): Item {
  if (key.kind === "project") return { scope: "ProjectAPIKey", id: key.id, name: key.label, content: {} };
  return { scope: "PersonalAPIKey", id: key.id, name: key.id, content: { read_only: key.readOnly } };
}

/** The log keeps no addresses of those who are gone. */
function abbreviateAddress(address: string): string {
  const [first = ""] = address;
  return `${first}…${address.slice(address.lastIndexOf("@"))}`;
}
