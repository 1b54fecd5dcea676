import { useEffect, useState } from "preact/hooks";
import { client } from "../api/client.ts";
import { unwrap } from "../api/errors.ts";
import { navigate } from "../api/hash-location.ts";
import { type Organization, useSession } from "../api/session.ts";
import { useAction } from "../api/use-resource.ts";
import { Button } from "./button.tsx";
import { Field, fieldError } from "./field.tsx";
import { Form, FormError } from "./form.tsx";
import { Bar } from "./page.tsx";

export function NewProject({ organization }: { readonly organization: Organization }) {
  const session = useSession();
  const [name, setName] = useState("");
  /** Shown as soon as the session knows it. */
  const [made, setMade] = useState<number | null>(null);
  const create = useAction(async () => {
    const params = { path: { parent_lookup_organization_id: organization.id } };
    const path = "/api/organizations/{parent_lookup_organization_id}/projects";
    const { id } = await unwrap(client.POST(path, { params, body: { name } }));
    setMade(id);
    session.reload();
  });
  const isKnown = organization.projects.some(({ id }) => id === made);
  useEffect(() => {
    if (isKnown) navigate(`/projects/${made}/live`);
  }, [isKnown, made]);
  const { error } = create;
  return (
    <>
      <Form onSubmit={() => create.run()}>
        <Bar>
          <Field
            label="Name of the new project"
            autocomplete="off"
            value={name}
            error={fieldError(error, "name")}
            onValue={setName}
          />
          <Button type="submit" disabled={create.isRunning || made !== null}>
            Create the project
          </Button>
        </Bar>
      </Form>
      <FormError error={error} fields={["name"]} />
    </>
  );
}
