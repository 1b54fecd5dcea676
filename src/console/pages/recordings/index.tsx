import { Route, Switch } from "wouter-preact";
import { useParam } from "../../api/session.ts";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { RecordingsList } from "./list.tsx";
import { RecordingPage } from "./recording-page.tsx";

export default function RecordingsPage() {
  return (
    <Switch>
      <Route path="/:id">
        <OneRecording />
      </Route>
      <Route path="/">
        <RecordingsList />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}

function OneRecording() {
  const id = useParam("id");
  return <RecordingPage key={id} id={id} />;
}
