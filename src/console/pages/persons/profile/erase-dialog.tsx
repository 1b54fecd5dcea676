import { useLocation } from "wouter-preact";
import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject, useProjectPath } from "../../../api/session.ts";
import { useAction } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Message } from "../../../components/message.tsx";
import type { Person } from "../find-persons.ts";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

export function EraseDialog({ person, onClose }: Props) {
  const { project } = useProject();
  const path = useProjectPath();
  const [, navigate] = useLocation();
  const erase = useAction(async () => {
    const params = { path: { project_id: String(project.id), id: person.uuid } };
    const { id } = await unwrap(client.DELETE("/api/projects/{project_id}/persons/{id}", { params }));
    navigate(path("persons", "erasures", id));
  });
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="danger" disabled={erase.isRunning} onClick={() => erase.run()}>
        Erase for good
      </Button>
    </>
  );
  return (
    <Dialog title="Erase this person?" onClose={onClose} actions={actions}>
      <p class="wrap-anywhere">
        Everything that is stored about <strong>{person.name}</strong> in the project {project.name} will be erased:
      </p>
      <ul>
        <li>the person with all properties and distinct ids,</li>
        <li>all events, also those that still wait to be stored,</li>
        <li>all recordings.</li>
      </ul>
      <p>
        Answers to questions will no longer count these events. Nothing can be restored. Later events with the same
        distinct ids begin a new person.
      </p>
      {erase.error && <Message>{erase.error.message}</Message>}
    </Dialog>
  );
}
