import { Route, Switch } from "wouter-preact";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { AskPage } from "./ask-page.tsx";
import { HomePage } from "./home-page.tsx";
import { SavedPage } from "./saved-page.tsx";

export default function QuestionsPage() {
  return (
    <Switch>
      <Route path="/ask">
        <AskPage />
      </Route>
      <Route path="/saved/:insight">
        <SavedPage />
      </Route>
      <Route path="/">
        <HomePage />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
