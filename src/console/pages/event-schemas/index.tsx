import { useState } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { forgetEdits, isEqual, useUnsaved } from "../../api/unsaved.ts";
import { useAction } from "../../api/use-resource.ts";
import { NoSuchPage } from "../../components/no-such-page.tsx";
import { Page } from "../../components/page.tsx";
import { ListPage } from "./list-page.tsx";
import { SchemaForm } from "./schema-form.tsx";
import { SchemaPage } from "./schema-page.tsx";
import { NEW_DRAFT, parseSchema, useSchemas } from "./schemas.ts";

function NewPage() {
  const schemas = useSchemas();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(NEW_DRAFT);
  useUnsaved(!isEqual(draft, NEW_DRAFT));
  const save = useAction(async () => {
    const { event, description, mode, schema } = draft;
    const created = await schemas.create({ event, description, mode, schema: parseSchema(schema) });
    forgetEdits();
    navigate(pathTo("plan", created.id));
  });
  return (
    <Page title="New event schema" back={<Link href={pathTo("plan")}>Tracking plan</Link>}>
      <SchemaForm draft={draft} isNew onChange={setDraft} save={save} submit="Create" />
    </Page>
  );
}

export default function PlanPage() {
  return (
    <Switch>
      <Route path="/new">
        <NewPage />
      </Route>
      <Route path="/:schema">
        <SchemaPage />
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
