import { Route, Switch } from "wouter-preact";
import { AskForLink } from "./ask-for-link.tsx";
import { SignedInWithProvider } from "./providers.tsx";
import { UseLink } from "./use-link.tsx";
import { Welcome } from "./welcome.tsx";

export default function SignInPages() {
  return (
    <main class="sign-in">
      <p class="sign-in-name">Sightline</p>
      <Switch>
        <Route path="/done">
          <SignedInWithProvider />
        </Route>
        <Route path="/welcome">
          <Welcome />
        </Route>
        <Route path="/:token">
          <UseLink />
        </Route>
        <Route>
          <AskForLink />
        </Route>
      </Switch>
    </main>
  );
}
