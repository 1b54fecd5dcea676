import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject, useSession } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field, fieldError } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Message } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";

const PATH = "/api/organizations/{parent_lookup_organization_id}";

export function OrganizationForm() {
  const { organization } = useProject();
  const session = useSession();
  const [name, setName] = useState(organization.name);
  const [isSaved, setSaved] = useState(false);
  const rename = useAction(async () => {
    setSaved(false);
    const params = { path: { parent_lookup_organization_id: organization.id } };
    await unwrap(client.PATCH(PATH, { params, body: { name } }));
    setSaved(true);
    session.reload();
  });
  const { error } = rename;
  return (
    <Form onSubmit={() => rename.run()}>
      <Bar>
        <Field
          label="Name of the organization"
          autocomplete="off"
          value={name}
          error={fieldError(error, "name")}
          onValue={setName}
        />
        <Button type="submit" disabled={rename.isRunning}>
          Rename it
        </Button>
      </Bar>
      <FormError error={error} fields={["name"]} />
      {isSaved && <Message tone="success">The organization has its new name.</Message>}
    </Form>
  );
}
