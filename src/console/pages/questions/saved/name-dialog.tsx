import { useState } from "preact/hooks";
import type { Action } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, fieldError } from "../../../components/field.tsx";
import { Form, FormError } from "../../../components/form.tsx";

interface NameDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly action: Action<[string]>;
}

export function NameDialog({ title, submit, name, onClose, action }: NameDialogProps) {
  const [chosen, setChosen] = useState(name);
  const { error } = action;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form class="name-form" onSubmit={() => action.run(chosen)}>
        <Field
          label="Name"
          value={chosen}
          required
          maxLength={400}
          autoFocus
          error={fieldError(error, "name")}
          onValue={setChosen}
        />
        <FormError error={error} fields={["name"]} />
        <div class="bar">
          <Button kind="main" type="submit" disabled={action.isRunning}>
            {submit}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
