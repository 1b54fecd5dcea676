import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field, fieldError } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { Code, CopyButton } from "../../components/text.tsx";
import { ProviderLinks } from "./providers.tsx";

const COMMAND = "sightline sign-in-link --email ADDRESS";

/** Offers the ways to sign in that this service has. */
export function AskForLink() {
  const ways = useResource((signal) => unwrap(client.GET("/api/sign_in", { signal })), []);
  return (
    <Page title="Sign in">
      <Loaded resource={ways}>
        {({ link_by_mail: hasMail, providers }) => (
          <>
            <ProviderLinks providers={providers} />
            {hasMail ? <MailForm /> : providers.length === 0 && <FromTheServer />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function MailForm() {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const send = useAction(async () => {
    await unwrap(client.POST("/api/sign_in/link", { body: { email } }));
    setSentTo(email);
  });
  if (sentTo !== undefined) {
    return (
      <>
        <Message tone="success">
          <p>If {sentTo} is the address of a member, a mail with a link is on its way.</p>
          <p>The link works once, within ten minutes. Look among unwanted mail, too.</p>
        </Message>
        <div>
          <Button onClick={() => setSentTo(undefined)}>Use another address</Button>
        </div>
      </>
    );
  }
  const error = fieldError(send.error, "email");
  return (
    <Form class="sign-in-form" noValidate onSubmit={() => send.run()}>
      <Field
        label="Your email address"
        type="email"
        autoComplete="email"
        value={email}
        onValue={setEmail}
        error={error}
        hint="A link comes by mail. There are no passwords."
      />
      {send.error && error === undefined && <Message>{send.error.message}</Message>}
      <div>
        <Button type="submit" kind="main" disabled={send.isRunning}>
          Mail me a link
        </Button>
      </div>
    </Form>
  );
}

function FromTheServer() {
  return (
    <>
      <p>Signing in takes a link, which works once. Run this on the server, and open the link that it prints:</p>
      <div>
        <Code block>{COMMAND}</Code>
      </div>
      <div>
        <CopyButton text={COMMAND}>Copy the command</CopyButton>
      </div>
    </>
  );
}
