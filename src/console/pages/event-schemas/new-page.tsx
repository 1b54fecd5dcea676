import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { forgetEdits, isEqual, useUnsaved } from "../../api/unsaved.ts";
import { useAction } from "../../api/use-resource.ts";
import { Page } from "../../components/page.tsx";
import { SchemaForm } from "./schema-form.tsx";
import { NEW_DRAFT, parseSchema, useSchemas } from "./schemas.ts";

export function NewPage() {
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
