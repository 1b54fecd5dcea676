import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useIsAdmin } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState, Loaded, Message } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { type Invite, useOrganization } from "./team-api.ts";

const LIMIT = 50;

interface Open {
  readonly kind: "link" | "withdraw";
  readonly invite: Invite;
}

export function Invites() {
  const organization = useOrganization();
  const [offset, setOffset] = useState(0);
  const [isInviting, setInviting] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const [said, setSaid] = useState("");
  const invites = useResource((signal) => organization.invites(offset, LIMIT, signal), [organization, offset], {
    keep: true,
  });
  /** Says whether the service sends mail. */
  const ways = useResource((signal) => unwrap(client.GET("/api/sign_in", { signal })), []);
  /** Links are only made where no mail brings them. */
  const canLink = useIsAdmin() && ways.data?.link_by_mail === false;
  const close = () => setOpen(null);
  const resend = useAction(async (invite: Invite) => {
    setSaid("");
    await organization.resend(invite);
    setSaid(`The invite was mailed to ${invite.target_email} again.`);
    invites.reload();
  });
  const withdraw = useAction(async () => {
    if (open) await organization.withdraw(open.invite);
    close();
    invites.reload();
  });
  const onInvited = (invite: Invite) => {
    setInviting(false);
    invites.reload();
    const { target_email: address, emailing_attempt_made: isMailed } = invite;
    if (canLink) setOpen({ kind: "link", invite });
    else if (isMailed) setSaid(`An invite was mailed to ${address}.`);
    else if (ways.data?.link_by_mail) setSaid(`${address} is invited, but no mail was sent yet. Send it again later.`);
    else setSaid(`${address} is invited. No mail is sent here: ask an owner or admin for the link of the invite.`);
  };
  return (
    <div class="team-panel">
      <Bar>
        <Button kind="main" onClick={() => setInviting(true)}>
          Invite someone
        </Button>
      </Bar>
      {said && <Message tone="success">{said}</Message>}
      {resend.error && <Message>{resend.error.message}</Message>}
      <Loaded resource={invites}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="Nobody is invited">
              <p>Invite people by their address. Who accepts becomes a member of {organization.name}.</p>
            </EmptyState>
          ) : (
            <>
              <Table<Invite>
                caption="Invites"
                rows={results}
                keyOf={({ id }) => id}
                columns={[
                  { title: "Address", cell: ({ target_email }) => target_email },
                  { title: "Level", cell: ({ level }) => (level === "admin" ? "Admin" : "Member") },
                  { title: "State", cell: stateOf },
                  { title: "Invited", cell: ({ updated_at }) => <Time at={updated_at} /> },
                  { title: "By", cell: ({ created_by }) => created_by.email },
                  {
                    title: "Actions",
                    cell: (invite) => (
                      <div class="page-actions">
                        {ways.data?.link_by_mail && (
                          <Button
                            small
                            disabled={resend.isRunning}
                            aria-label={`Resend the invite of ${invite.target_email}`}
                            onClick={() => void resend.run(invite)}
                          >
                            Resend
                          </Button>
                        )}
                        {canLink && (
                          <Button
                            small
                            aria-label={`Make a link for ${invite.target_email}`}
                            onClick={() => setOpen({ kind: "link", invite })}
                          >
                            Make a link
                          </Button>
                        )}
                        <Button
                          small
                          aria-label={`Withdraw the invite of ${invite.target_email}`}
                          onClick={() => setOpen({ kind: "withdraw", invite })}
                        >
                          Withdraw
                        </Button>
                      </div>
                    ),
                  },
                ]}
              />
              <Pager {...{ offset, count }} limit={LIMIT} shown={results.length} onOffset={setOffset} />
            </>
          )
        }
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={onInvited} />}
      {open?.kind === "link" && (
        <LinkDialog
          title="The link of the invite"
          makeLink={() => organization.makeLink(open.invite)}
          otherwise={`The operator of the service prints a link for ${open.invite.target_email}, or sets up mail.`}
          onClose={close}
        >
          Send this link to <strong>{open.invite.target_email}</strong>. Who has it can accept in their name, so pass it
          on to nobody else.
        </LinkDialog>
      )}
      {open?.kind === "withdraw" && (
        <ConfirmDialog
          title="Withdraw the invite?"
          says={`The link that ${open.invite.target_email} may have got no longer works.`}
          confirm="Withdraw"
          action={withdraw}
          onClose={close}
        />
      )}
    </div>
  );
}

function stateOf({ is_expired, emailing_attempt_made }: Invite): string {
  if (is_expired) return "Expired";
  return emailing_attempt_made ? "Mailed" : "Not mailed";
}
