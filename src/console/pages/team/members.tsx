import { useState } from "preact/hooks";
import { client, SERVICE_URL } from "../../api/client.ts";
import { useProject, useSession } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Loaded } from "../../components/message.tsx";
import { Table } from "../../components/table.tsx";
import { LevelDialog } from "./level-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { type Member, useOrganization } from "./team-api.ts";

export function Members() {
  const organization = useOrganization();
  const session = useSession();
  const own = useProject().organization.level;
  const members = useResource((signal) => organization.members(signal), [organization]);
  const [open, setOpen] = useState<{ readonly kind: "level" | "link" | "remove"; readonly member: Member } | null>(
    null,
  );
  const close = () => setOpen(null);
  const reload = () => {
    close();
    members.reload();
  };
  const isAbove = ({ level }: Member) => own === "owner" || (own === "admin" && level !== "owner");
  const isSelf = ({ user }: Member) => user.id === session.user.id;
  return (
    <Loaded resource={members}>
      {(rows) => (
        <div class="team-panel">
          <Table<Member>
            caption={`Members of ${organization.name}`}
            rows={rows}
            keyOf={({ user }) => user.id}
            columns={[
              { title: "Address", cell: (member) => `${member.user.email}${isSelf(member) ? " (you)" : ""}` },
              { title: "Name", cell: ({ user }) => user.first_name || <span class="quiet">–</span> },
              { title: "Level", cell: ({ level }) => LEVEL_NAMES[level] },
              {
                title: "Actions",
                cell: (member) =>
                  !isAbove(member) && !isSelf(member) ? (
                    <span class="quiet">–</span>
                  ) : (
                    <div class="page-actions">
                      {isAbove(member) && (
                        <Button
                          small
                          aria-label={`Change level of ${member.user.email}`}
                          onClick={() => setOpen({ kind: "level", member })}
                        >
                          Change level
                        </Button>
                      )}
                      {isAbove(member) && !isSelf(member) && (
                        <Button
                          small
                          aria-label={`Make a sign-in link for ${member.user.email}`}
                          onClick={() => setOpen({ kind: "link", member })}
                        >
                          Sign-in link
                        </Button>
                      )}
                      <Button
                        small
                        aria-label={isSelf(member) ? "Leave the organization" : `Remove ${member.user.email}`}
                        onClick={() => setOpen({ kind: "remove", member })}
                      >
                        {isSelf(member) ? "Leave" : "Remove"}
                      </Button>
                    </div>
                  ),
              },
            ]}
          />
          {own !== "owner" && (
            <p class="small quiet">
              Owners and admins change levels and remove members, and only owners do that with owners.
            </p>
          )}
          {open?.kind === "level" && <LevelDialog member={open.member} onClose={close} onChanged={reload} />}
          {open?.kind === "link" && (
            <LinkDialog
              title="A sign-in link"
              makeLink={() => organization.makeSignInLink(open.member)}
              otherwise="Somebody who runs the service prints one: sightline sign-in-link"
              onClose={close}
            >
              Send this link to <strong>{open.member.user.email}</strong>, and to nobody else: who has it is signed in
              as them. The log of the service says that you made it.
            </LinkDialog>
          )}
          {open?.kind === "remove" && (
            <RemoveDialog member={open.member} isSelf={isSelf(open.member)} onClose={close} onRemoved={reload} />
          )}
        </div>
      )}
    </Loaded>
  );
}

const LEVEL_NAMES = { owner: "Owner", admin: "Admin", member: "Member" } as const;

interface RemoveProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

function RemoveDialog({ member, isSelf, onClose, onRemoved }: RemoveProps) {
  const organization = useOrganization();
  const session = useSession();
  const remove = useAction(async () => {
    await organization.removeMember(member);
    if (!isSelf) return onRemoved();
    // The session of somebody without an organization ends anyway, but seconds later.
    if (session.organizations.length === 1) await client.DELETE("/api/sessions/current").catch(() => undefined);
    location.assign(SERVICE_URL); // nothing that this page knows is theirs to see
  });
  const who = isSelf ? "You" : member.user.email;
  return (
    <ConfirmDialog
      title={isSelf ? `Leave ${organization.name}?` : "Remove this member?"}
      says={`${who} can no longer see or change anything of ${organization.name}, and ${isSelf ? "your" : "their"} keys
        and sessions no longer open it. What was made stays.`}
      confirm={isSelf ? "Leave" : "Remove"}
      action={remove}
      onClose={onClose}
    />
  );
}
