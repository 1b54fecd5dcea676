import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { SERVICE_URL } from "../../api/client.ts";
import { type Call, type Schemas, usePages, useResource } from "../../api/operations.ts";
import { useProject, useSession } from "../../api/place.ts";
import { ConfirmButton, Dialog, DialogButton } from "../../components/dialog.tsx";
import { fieldError, Select } from "../../components/field.tsx";
import { optionsOf } from "../../components/options.ts";
import { CopyButton, Loading, Message } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";

type Member = Schemas["Member"];
type Level = Member["level_name"];

const LEVEL_NAMES = { owner: "Owner", admin: "Admin", member: "Member" } as const;
export const INVITE_LEVELS = optionsOf<Exclude<Level, "owner">>({
  member: "Member: uses everything",
  admin: "Admin: also manages people and settings",
});
const LEVELS = [...INVITE_LEVELS, { value: "owner", label: "Owner: also manages owners" } as const];
const levelsUpTo = (own: Level) => LEVELS.slice(0, LEVELS.findIndex(({ value }) => value === own) + 1);

export function Members() {
  const { organization } = useProject();
  const session = useSession();
  const own = organization.level;
  const members = usePages("members_list", {});
  const isAbove = ({ level_name: level }: Member) => own === "owner" || (own === "admin" && level !== "owner");
  const isSelf = ({ user }: Member) => user.id === session.user.id;
  return (
    <div class="stack">
      <Listing
        of={members}
        caption={`Members of ${organization.name}`}
        keyOf={({ user }) => user.id}
        columns={[
          { title: "Address", cell: (member) => `${member.user.email}${isSelf(member) ? " (you)" : ""}` },
          { title: "Name", cell: ({ user }) => user.first_name || <span class="quiet">–</span> },
          { title: "Level", cell: ({ level_name }) => LEVEL_NAMES[level_name] },
        ]}
        actions={(member) =>
          !isAbove(member) && !isSelf(member) ? (
            <span class="quiet">–</span>
          ) : (
            <>
              {isAbove(member) && <LevelButton member={member} onChanged={members.reload} />}
              {isAbove(member) && !isSelf(member) && (
                <DialogButton small label="Sign-in link" aria-label={`Make a sign-in link for ${member.user.email}`}>
                  {(close) => (
                    <LinkDialog
                      title="A sign-in link"
                      makeLink={(call) => call("members_sign_in_link_create", { id: String(member.user.id) })}
                      otherwise="Somebody who runs the service prints one: sightline sign-in-link"
                      onClose={close}
                    >
                      Send this link to <strong>{member.user.email}</strong>, and to nobody else: who has it is signed
                      in as them. The log of the service says that you made it.
                    </LinkDialog>
                  )}
                </DialogButton>
              )}
              <RemoveButton member={member} isSelf={isSelf(member)} onRemoved={members.reload} />
            </>
          )
        }
      />
      {own !== "owner" && members.data && (
        <p class="small quiet">
          Owners and admins change levels and remove members, and only owners do that with owners.
        </p>
      )}
    </div>
  );
}

function LevelButton({ member, onChanged }: { readonly member: Member; readonly onChanged: () => void }) {
  const { organization } = useProject();
  const [level, setLevel] = useState(member.level_name);
  return (
    <ConfirmButton
      small
      label="Change level"
      of={`of ${member.user.email}`}
      title="Change the level"
      says={(error) => (
        <>
          <p class="wrap-anywhere">
            What <strong>{member.user.email}</strong> may do in {organization.name}, from now on:
          </p>
          <Select
            label="Level"
            options={levelsUpTo(organization.level)}
            value={level}
            error={fieldError(error, "level")}
            onValue={setLevel}
          />
        </>
      )}
      confirm="Change"
      isHarmless
      act={(call) => call("members_partial_update", { id: String(member.user.id), body: { level } }).then(onChanged)}
    />
  );
}

function RemoveButton({ member, isSelf, onRemoved }: { member: Member; isSelf: boolean; onRemoved: () => void }) {
  const { user } = member;
  const { organization } = useProject();
  const session = useSession();
  const remove = async (call: Call) => {
    await call("members_destroy", { id: String(user.id) });
    if (!isSelf) return onRemoved();
    // The session of somebody without an organization ends anyway, but seconds later.
    if (session.organizations.length === 1) await call("sessions_current_destroy", {}).catch(() => undefined);
    location.assign(SERVICE_URL); // nothing that this page knows is theirs to see
  };
  return (
    <ConfirmButton
      small
      label={isSelf ? "Leave" : "Remove"}
      of={isSelf ? "the organization" : user.email}
      title={isSelf ? `Leave ${organization.name}?` : "Remove this member?"}
      says={`${isSelf ? "You" : user.email} can no longer see or change anything of ${organization.name}, and ${
        isSelf ? "your" : "their"
      } keys and sessions no longer open it. What was made stays.`}
      act={remove}
    />
  );
}

interface LinkDialogProps {
  readonly title: string;
  /** Makes the link, and returns what follows the address of the service. */
  readonly makeLink: (call: Call) => Promise<Schemas["InviteLink"]>;
  /** What a person does who cannot make one. */
  readonly otherwise: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

export function LinkDialog({ title, makeLink, otherwise, children, onClose }: LinkDialogProps) {
  const { data: link, error } = useResource(async (_, call) => {
    const { path, expires_at } = await makeLink(call);
    return { url: new URL(path.replace(/^\//, ""), SERVICE_URL).href, expires_at };
  }, []);
  return (
    <Dialog title={title} onClose={onClose}>
      {error && <Message>{error.message}</Message>}
      {error && <p>{otherwise}</p>}
      {!link && !error && <Loading what="Making a link" />}
      {link && (
        <>
          <p class="wrap-anywhere">{children}</p>
          <Code>{link.url}</Code>
          <CopyButton label="Copy the link" text={link.url} />
          <p class="small quiet">
            It works until <Time at={link.expires_at} />, once. It is not shown again.
          </p>
        </>
      )}
    </Dialog>
  );
}
