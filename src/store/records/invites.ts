import type { Listed, Millis, OrganizationId, Page, UserId } from "../ports/common.ts";
import type { RecordKind, Records } from "../ports/records.ts";
import { nextOrder, scanAll } from "./scan-all.ts";
import type { MemberLevel } from "./tenant-kinds.ts";

export interface Invite {
  /** A UUID. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly targetEmail: string;
  readonly firstName: string;
  readonly message: string;
  readonly level: Exclude<MemberLevel, "owner">;
  readonly emailingAttemptMade: boolean;
  readonly createdBy: UserId;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  readonly expiresAt: Millis;
  /** SHA-256 of the secret that accepts it, as hex; null for invites of versions without secrets. */
  readonly secretHash: string | null;
}

interface InviteRecord extends Invite {
  readonly foldedEmail: string;
  /** Sorts as the list shows it, from its end. */
  readonly place: string;
  /** Until when an attempt to accept it has reserved it. */
  readonly claimedUntil?: Millis;
}

export const INVITES: RecordKind<InviteRecord, "id"> = {
  name: "invites",
  key: ["id"],
  indexes: [["organizationId", "place"], ["secretHash"], ["foldedEmail"]],
};

/** An invite of the last hour or so, perhaps deleted since. */
export interface RecentInvite {
  /** A hash. */
  readonly address: string;
  readonly at: Millis;
}

interface RecentInvites {
  readonly organizationId: OrganizationId;
  readonly list: readonly RecentInvite[];
  /** Invites of which records may be missing yet: the write of this one decides that all are stored. */
  readonly begun?: readonly InviteRecord[];
}

export const RECENT_INVITES: RecordKind<RecentInvites, "organizationId"> = {
  name: "recent_invites",
  key: ["organizationId"],
};

export type Invites = ReturnType<typeof recordInvites>;

/** Invites to organizations. `find` and `findBySecret` return expired ones, too. */
export function recordInvites(records: Records) {
  const withSecret = async (secretHash: string) =>
    (await records.scan(INVITES, { where: { secretHash } }, { limit: 1 }))[0] ?? null;
  /** Returns null, and changes nothing, if the organization has no such invite or `change` returns null. */
  const changeInvite = async (
    { id, organizationId }: Pick<Invite, "id" | "organizationId">,
    change: (found: InviteRecord) => InviteRecord | null,
  ) => {
    let isChanged = false;
    const changed = await records.change(INVITES, { id }, (found) => {
      const next = found?.organizationId === organizationId ? change(found) : null;
      isChanged = next !== null;
      return next;
    });
    return changed && isChanged ? toInvite(changed) : null;
  };
  return {
    /** Replaces the list of recent invites by what `change` makes of it, with the guarantees of `Records.change`. */
    async changeRecent(
      organizationId: OrganizationId,
      change: (recent: readonly RecentInvite[]) => readonly RecentInvite[],
    ): Promise<void> {
      await records.change(RECENT_INVITES, { organizationId }, (found) => {
        return { ...found, organizationId, list: change(found?.list ?? []) };
      });
    },

    /** Stores 1 to 20 invites of one organization, all or none. May be repeated. */
    async insert(invites: readonly Invite[]): Promise<void> {
      const begun = invites.toReversed().map(toRecord).toReversed();
      for (const organizationId of new Set(invites.map((invite) => invite.organizationId))) {
        await records.change(RECENT_INVITES, { organizationId }, (found) => {
          return { organizationId, list: [], ...found, begun: [...(found?.begun ?? []), ...begun] };
        });
        await completeInserts(records, organizationId);
      }
    },

    /** Returns a page, newest first; invites of one `insert` in the order given. */
    async list(organizationId: OrganizationId, page: Page): Promise<Listed<Invite>> {
      await completeInserts(records, organizationId);
      const newestFirst = { where: { organizationId }, orderBy: "place", descending: true } as const;
      const { count, items } = await records.list(INVITES, newestFirst, page);
      return { count, items: items.map(toInvite) };
    },

    async findBySecret(secretHash: string): Promise<Invite | null> {
      const found = await withSecret(secretHash);
      return found && toInvite(found);
    },

    /** Returns the invites to this address, in whatever case, that have not expired, oldest first. */
    async findByAddress(email: string, now: Millis): Promise<Invite[]> {
      const found = await scanAll(records, INVITES, { where: { foldedEmail: email.toLowerCase() } });
      const open = found.filter(({ expiresAt }) => expiresAt > now);
      return open.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(toInvite);
    },

    /** Reserves the invite until `now + forMs` and returns it; null if it is absent, expired or reserved. */
    async claim(secretHash: string, now: Millis, forMs: Millis): Promise<Invite | null> {
      const found = await withSecret(secretHash);
      return (
        found &&
        changeInvite(found, (invite) => {
          const isFree = invite.expiresAt > now && (invite.claimedUntil ?? 0) <= now;
          return isFree && invite.secretHash === secretHash ? { ...invite, claimedUntil: now + forMs } : null;
        })
      );
    },

    async release(secretHash: string): Promise<void> {
      const found = await withSecret(secretHash);
      if (found) await changeInvite(found, (invite) => ({ ...invite, claimedUntil: 0 }));
    },

    /** Sets `emailingAttemptMade` and `updatedAt`; ignores an unknown id. */
    async markMailed(organizationId: OrganizationId, id: string, at: Millis): Promise<void> {
      await changeInvite({ organizationId, id }, (invite) => ({
        ...invite,
        emailingAttemptMade: true,
        updatedAt: at,
      }));
    },

    async find(organizationId: OrganizationId, id: string): Promise<Invite | null> {
      const found = await records.find(INVITES, { id });
      return found?.organizationId === organizationId ? toInvite(found) : null;
    },

    /** Replaces the secret: the old one finds nothing. Sets `emailingAttemptMade` to false. Returns null if absent. */
    renew: (
      organizationId: OrganizationId,
      id: string,
      renewal: Pick<Invite, "updatedAt" | "expiresAt"> & { readonly secretHash: string },
    ) => changeInvite({ organizationId, id }, (invite) => ({ ...invite, ...renewal, emailingAttemptMade: false })),

    async delete(organizationId: OrganizationId, id: string): Promise<boolean> {
      const found = await records.find(INVITES, { id });
      return found?.organizationId === organizationId && records.delete(INVITES, { id });
    },
  };
}

/** Stores what calls have begun to insert, perhaps in processes that have ended since. */
async function completeInserts(records: Records, organizationId: OrganizationId): Promise<void> {
  const begun = (await records.find(RECENT_INVITES, { organizationId }))?.begun ?? [];
  if (begun.length === 0) return;
  for (const invite of begun) await records.insert(INVITES, invite);
  const ids = new Set(begun.map(({ id }) => id));
  await records.change(RECENT_INVITES, { organizationId }, (found) => {
    return found && { ...found, begun: found.begun?.filter(({ id }) => !ids.has(id)) ?? [] };
  });
}

const toRecord = (invite: Invite): InviteRecord => ({
  ...invite,
  foldedEmail: invite.targetEmail.toLowerCase(),
  place: `${invite.createdAt.toString(16).padStart(12, "0")}-${nextOrder()}`,
});

function toInvite(record: InviteRecord): Invite {
  const { id, organizationId, targetEmail, firstName, message, level, emailingAttemptMade } = record;
  const { createdBy, createdAt, updatedAt, expiresAt, secretHash } = record;
  const texts = { id, organizationId, targetEmail, firstName, message, level, emailingAttemptMade };
  return { ...texts, createdBy, createdAt, updatedAt, expiresAt, secretHash };
}
