import { useState } from "preact/hooks";
import { client, SERVICE_URL } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";
import { forgetEdits } from "../../api/unsaved.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Field } from "../../components/field.tsx";

export function DeleteProject() {
  const { project } = useProject();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const isSame = typed.trim() === project.name.trim();
  const remove = useAction(async () => {
    setMissing(!isSame);
    if (!isSame) return;
    await unwrap(client.DELETE("/api/projects/{project_id}", { params: { path: { project_id: String(project.id) } } }));
    forgetEdits();
    location.assign(SERVICE_URL); // which shows another project
  });
  return (
    <>
      <p>Its events, persons, recordings, flags and dashboards are removed for good.</p>
      <div>
        <Button kind="danger" onClick={() => setOpen(true)}>
          Delete the project
        </Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title="Delete the project?"
          says={
            <>
              <p class="wrap-anywhere">
                Everything of “{project.name}” is removed for good. Sites and applications that use its keys are
                refused.
              </p>
              <Field
                label={`Type the name of the project: ${project.name}`}
                autocomplete="off"
                spellcheck={false}
                value={typed}
                error={isMissing && !isSame ? "This is not the name of the project." : undefined}
                onValue={setTyped}
              />
            </>
          }
          confirm="Delete for good"
          action={remove}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
