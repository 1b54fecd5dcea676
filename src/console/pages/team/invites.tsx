import { useState } from "preact/hooks";
import { type Call, type Schemas, useOperation, usePages } from "../../api/operations.ts";
import { useIsAdmin, useProject } from "../../api/place.ts";
import { ConfirmButton, DialogButton } from "../../components/dialog.tsx";
import { Field, Select, TextField } from "../../components/field.tsx";
import { DialogForm, useForm } from "../../components/form.tsx";
import { ActionButton, Bar, Button, Message } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { INVITE_LEVELS, LinkDialog } from "./members.tsx";

type Invite = Schemas["Invite"];

export function Invites() {
  const { organization } = useProject();
  const [linked, setLinked] = useState<Invite | null>(null);
  const [said, setSaid] = useState("");
  const invites = usePages("invites_list", {});
  const ways = useOperation("sign_in_retrieve", {});
  /** Links are only made where no mail brings them. */
  const canLink = useIsAdmin() && ways.data?.link_by_mail === false;
  const resend = async (call: Call, { id, target_email: address }: Invite) => {
    setSaid("");
    await call("invites_resend", { id });
    setSaid(`The invite was mailed to ${address} again.`);
    invites.reload();
  };
  const onInvited = (invite: Invite) => {
    invites.reload();
    const { target_email: address, emailing_attempt_made: isMailed } = invite;
    if (canLink) setLinked(invite);
    else if (isMailed) setSaid(`An invite was mailed to ${address}.`);
    else if (ways.data?.link_by_mail) setSaid(`${address} is invited, but no mail was sent yet. Send it again later.`);
    else setSaid(`${address} is invited. No mail is sent here: ask an owner or admin for the link of the invite.`);
  };
  return (
    <div class="stack">
      <Bar>
        <DialogButton kind="main" label="Invite someone">
          {(close) => <InviteDialog onClose={close} onInvited={onInvited} />}
        </DialogButton>
      </Bar>
      {said && <Message tone="success">{said}</Message>}
      <Listing
        of={invites}
        caption="Invites"
        columns={[
          { title: "Address", cell: ({ target_email }) => target_email },
          { title: "Level", cell: ({ level }) => (level === "admin" ? "Admin" : "Member") },
          { title: "State", cell: stateOf },
          { title: "Invited", time: ({ updated_at }) => updated_at },
          { title: "By", cell: ({ created_by }) => created_by.email },
        ]}
        actions={(invite) => (
          <>
            {ways.data?.link_by_mail && (
              <ActionButton
                label="Resend"
                small
                aria-label={`Resend the invite of ${invite.target_email}`}
                act={(call) => resend(call, invite)}
              />
            )}
            {canLink && (
              <Button
                label="Make a link"
                small
                aria-label={`Make a link for ${invite.target_email}`}
                onClick={() => setLinked(invite)}
              />
            )}
            <ConfirmButton
              small
              label="Withdraw"
              of={`the invite of ${invite.target_email}`}
              title="Withdraw the invite?"
              says={`The link that ${invite.target_email} may have got no longer works.`}
              act={(call) => call("invites_destroy", { id: invite.id }).then(invites.reload)}
            />
          </>
        )}
        empty="Nobody is invited"
        says={`Invite people by their address. Who accepts becomes a member of ${organization.name}.`}
      />
      {linked && (
        <LinkDialog
          title="The link of the invite"
          makeLink={(call) => call("invites_link_create", { id: linked.id })}
          otherwise={`The operator of the service prints a link for ${linked.target_email}, or sets up mail.`}
          onClose={() => setLinked(null)}
        >
          Send this link to <strong>{linked.target_email}</strong>. Who has it can accept in their name, so pass it on
          to nobody else.
        </LinkDialog>
      )}
    </div>
  );
}

function stateOf({ is_expired, emailing_attempt_made }: Invite): string {
  if (is_expired) return "Expired";
  return emailing_attempt_made ? "Mailed" : "Not mailed";
}

function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: (invite: Invite) => void }) {
  const { organization } = useProject();
  const isAdmin = useIsAdmin();
  const initial = { target_email: "", first_name: "", message: "", level: "member" as Invite["level"] };
  const form = useForm(initial, async ({ target_email: address, first_name: name, ...rest }, call) => {
    const body = { target_email: address.trim(), first_name: name.trim(), ...rest };
    const invite = await call("invites_create", { body });
    onClose();
    onInvited(invite);
  });
  return (
    <DialogForm title={`Invite someone to ${organization.name}`} submit="Invite" noValidate {...{ form, onClose }}>
      <Field label="Address" type="email" autoFocus {...form.field("target_email")} />
      <Field label="First name (may be empty)" {...form.field("first_name")} />
      <TextField label="Message (may be empty)" {...form.field("message")} />
      {isAdmin && <Select label="Level" options={INVITE_LEVELS} {...form.field("level")} />}
    </DialogForm>
  );
}
