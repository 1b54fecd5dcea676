import { useEffect, useState } from "preact/hooks";
import { SERVICE_URL } from "../../api/client.ts";
import { useAction } from "../../api/use-resource.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Loading, Message } from "../../components/message.tsx";
import { Code, CopyButton, Time } from "../../components/text.tsx";
import { type Invite, useOrganization } from "./team-api.ts";

interface Props {
  readonly invite: Invite;
  readonly onClose: () => void;
}

/** Makes a link for an invite and shows it, once. */
export function LinkDialog({ invite, onClose }: Props) {
  const organization = useOrganization();
  const [link, setLink] = useState<{ readonly url: string; readonly expiresAt: string } | null>(null);
  const make = useAction(async () => {
    const { path, expires_at } = await organization.makeLink(invite);
    setLink({ url: new URL(path.replace(/^\//, ""), SERVICE_URL).href, expiresAt: expires_at });
  });
  useEffect(() => void make.run(), [invite.id]);
  return (
    <Dialog title="The link of the invite" onClose={onClose}>
      {make.error && <Message>{make.error.message}</Message>}
      {make.error && (
        <p>Somebody who runs the service can print a link for {invite.target_email}, or set up a mail server.</p>
      )}
      {!link && !make.error && <Loading what="Making a link" />}
      {link && (
        <>
          <p class="wrap-anywhere">
            Send this link to <strong>{invite.target_email}</strong>. Who has it can accept in their name, so pass it on
            to nobody else.
          </p>
          <Code>{link.url}</Code>
          <div>
            <CopyButton text={link.url}>Copy the link</CopyButton>
          </div>
          <p class="small quiet">
            It works until <Time at={link.expiresAt} />. It is not shown again; a new link replaces it.
          </p>
        </>
      )}
    </Dialog>
  );
}
