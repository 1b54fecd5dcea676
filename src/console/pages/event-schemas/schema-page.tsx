import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useParam, useProjectPath } from "../../api/session.ts";
import { forgetEdits, isEqual, useUnsaved } from "../../api/unsaved.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { SchemaForm } from "./schema-form.tsx";
import { draftOf, type EventSchema, parseSchema, useSchemas } from "./schemas.ts";
import { VersionsCard } from "./versions-card.tsx";
import { ViolationsCard } from "./violations-card.tsx";

export function SchemaPage() {
  const id = useParam("schema");
  const schemas = useSchemas();
  const pathTo = useProjectPath();
  const found = useResource((signal) => schemas.find(id, signal), [schemas, id]);
  const back = <Link href={pathTo("plan")}>Tracking plan</Link>;
  if (found.data) return <Editor key={id} schema={found.data} back={back} />;
  return (
    <Page title="Event schema" back={back}>
      <Loaded resource={found}>{() => null}</Loaded>
    </Page>
  );
}

function Editor({ schema, back }: { readonly schema: EventSchema; readonly back: preact.ComponentChild }) {
  const schemas = useSchemas();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [saved, setSaved] = useState(schema);
  const [draft, setDraft] = useState(draftOf(schema));
  const isEdited = !isEqual(draft, draftOf(saved));
  useUnsaved(isEdited);
  const [isDeleting, setDeleting] = useState(false);
  const save = useAction(async () => {
    const { description, mode, allowsBreaking: allow_breaking } = draft;
    const body = { description, mode, schema: parseSchema(draft.schema), version: saved.version, allow_breaking };
    const changed = await schemas.change(saved.id, body);
    setSaved(changed);
    setDraft(draftOf(changed));
  });
  const remove = useAction(async () => {
    await schemas.remove(saved.id);
    forgetEdits();
    navigate(pathTo("plan"));
  });
  const isSaved = saved !== schema && !isEdited;
  return (
    <Page title={saved.event} back={back} actions={<Button onClick={() => setDeleting(true)}>Delete</Button>}>
      <SchemaForm draft={draft} onChange={setDraft} save={save} submit="Save">
        {isSaved && <Message tone="success">Version {saved.version} is saved.</Message>}
      </SchemaForm>
      <ViolationsCard event={saved.event} version={saved.version} />
      <VersionsCard schema={saved} onUse={(version) => setDraft(draftOf(version))} />
      {isDeleting && (
        <ConfirmDialog
          title="Delete the schema?"
          says={`The events “${saved.event}” are checked no more. Versions and violations are deleted with it.`}
          confirm="Delete"
          action={remove}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}
