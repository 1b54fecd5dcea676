import { useEffect, useState } from "preact/hooks";
import { navigate, type Organization, useSession } from "../api/place.ts";
import { Field } from "./field.tsx";
import { InlineForm, useForm } from "./form.tsx";

export function NewProject({ organization }: { readonly organization: Organization }) {
  const session = useSession();
  const [made, setMade] = useState<number | null>(null);
  const form = useForm({ name: "" }, async (body, call) => {
    const { id } = await call("projects_create", { parent_lookup_organization_id: organization.id, body });
    setMade(id);
    session.reload();
  });
  const isKnown = organization.projects.some(({ id }) => id === made);
  useEffect(() => {
    if (isKnown) navigate(`/projects/${made}/overview`);
  }, [isKnown, made]);
  return (
    <InlineForm form={form} submit="Create the project" disabled={made !== null}>
      <Field label="Name of the new project" {...form.field("name")} />
    </InlineForm>
  );
}
