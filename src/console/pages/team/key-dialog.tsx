import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox, Field, fieldError } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Message } from "../../components/message.tsx";
import { Bar } from "../../components/page.tsx";
import { Code, CopyButton } from "../../components/text.tsx";

interface Props {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

export function KeyDialog({ onClose, onCreated }: Props) {
  const [label, setLabel] = useState("");
  const [isReadOnly, setReadOnly] = useState(true);
  const [created, setCreated] = useState<string | null>(null);
  const create = useAction(async () => {
    const { key } = await unwrap(client.POST("/api/users/@me/keys", { body: { label, read_only: isReadOnly } }));
    setCreated(key);
    onCreated();
  });
  const { error } = create;
  if (created !== null) {
    return (
      <Dialog title="Your new key" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <Message tone="warning">Copy it now: it is not shown again.</Message>
        <Code>{created}</Code>
        <div>
          <CopyButton text={created}>Copy the key</CopyButton>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form class="team-form" onSubmit={() => create.run()}>
        <Field
          label="Name"
          hint="Such as the program that uses it."
          autocomplete="off"
          autoFocus
          value={label}
          error={fieldError(error, "label")}
          onValue={setLabel}
        />
        <Checkbox label="It may only read" checked={isReadOnly} onValue={setReadOnly} />
        <FormError error={error} fields={["label"]} />
        <Bar>
          <Button kind="main" type="submit" disabled={create.isRunning}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </Bar>
      </Form>
    </Dialog>
  );
}
