import { useState } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { forgetEdits, isEqual, useUnsaved } from "../../api/unsaved.ts";
import { useAction } from "../../api/use-resource.ts";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { Page } from "../../components/page.tsx";
import { FlagForm } from "./flag-form.tsx";
import { FlagPage } from "./flag-page.tsx";
import { type FlagFields, useFlags } from "./flags.ts";
import { ListPage } from "./list-page.tsx";

const NEW: FlagFields = {
  key: "",
  name: "",
  ensure_experience_continuity: false,
  filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
};

function NewPage() {
  const flags = useFlags();
  const path = useProjectPath();
  const [, navigate] = useLocation();
  const [flag, setFlag] = useState(NEW);
  useUnsaved(!isEqual(flag, NEW));
  const save = useAction(async () => {
    const { id } = await flags.create(flag);
    forgetEdits();
    navigate(path("flags", id));
  });
  return (
    <Page title="New flag" back={<Link href={path("flags")}>All flags</Link>}>
      <FlagForm flag={flag} isNew onChange={setFlag} save={save} submit="Create flag">
        <p class="quiet">It is off until you turn it on.</p>
      </FlagForm>
    </Page>
  );
}

export default function FlagsPage() {
  return (
    <Switch>
      <Route path="/new">
        <NewPage />
      </Route>
      <Route path="/:flag">
        <FlagPage />
      </Route>
      <Route path="/">
        <ListPage />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}
