import { Page } from "../../parts/page.tsx";
import { Code, CopyButton } from "../../parts/text.tsx";

const COMMAND = "sightline sign-in-link --email ADDRESS";

/** Says how to get a link. */
export function AskForLink() {
  return (
    <Page title="Sign in">
      <p>Signing in takes a link, which works once. Run this on the server, and open the link that it prints:</p>
      <div>
        <Code block>{COMMAND}</Code>
      </div>
      <div>
        <CopyButton text={COMMAND}>Copy the command</CopyButton>
      </div>
    </Page>
  );
}
