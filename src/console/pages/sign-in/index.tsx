import { Page } from "../../parts/page.tsx";

export default function SignInPage() {
  return (
    <main class="sign-in">
      <Page title="Sign in">
        <p>
          Run <code class="code">sightline sign-in-link --email ADDRESS</code> on the server, and open the link that it
          prints.
        </p>
      </Page>
    </main>
  );
}
