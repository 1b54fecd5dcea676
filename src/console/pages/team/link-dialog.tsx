import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Schemas, SERVICE_URL } from "../../api/client.ts";
import { useAction } from "../../api/use-resource.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Loading, Message } from "../../components/message.tsx";
import { Code, CopyButton, Time } from "../../components/text.tsx";

interface Props {
  readonly title: string;
  /** Makes the link, and returns what follows the address of the service. */
  readonly makeLink: () => Promise<Schemas["InviteLink"]>;
  /** What a person does who cannot make one. */
  readonly otherwise: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

export function LinkDialog({ title, makeLink, otherwise, children, onClose }: Props) {
  const [link, setLink] = useState<{ readonly url: string; readonly expiresAt: string } | null>(null);
  const make = useAction(async () => {
    const { path, expires_at } = await makeLink();
    setLink({ url: new URL(path.replace(/^\//, ""), SERVICE_URL).href, expiresAt: expires_at });
  });
  useEffect(() => void make.run(), []);
  return (
    <Dialog title={title} onClose={onClose}>
      {make.error && <Message>{make.error.message}</Message>}
      {make.error && <p>{otherwise}</p>}
      {!link && !make.error && <Loading what="Making a link" />}
      {link && (
        <>
          <p class="wrap-anywhere">{children}</p>
          <Code>{link.url}</Code>
          <div>
            <CopyButton text={link.url}>Copy the link</CopyButton>
          </div>
          <p class="small quiet">
            It works until <Time at={link.expiresAt} />, once. It is not shown again.
          </p>
        </>
      )}
    </Dialog>
  );
}
