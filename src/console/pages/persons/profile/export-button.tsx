import { client } from "../../../api/client.ts";
import { unwrap } from "../../../api/errors.ts";
import { useProject } from "../../../api/session.ts";
import { useAction } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Message } from "../../../components/message.tsx";
import type { Person } from "../find-persons.ts";

/** Saves everything that is stored about a person as an archive. */
export function ExportButton({ person: { uuid } }: { readonly person: Person }) {
  const { project } = useProject();
  const save = useAction(async () => {
    const params = { path: { project_id: String(project.id), id: uuid } };
    const request = client.GET("/api/projects/{project_id}/persons/{id}/export", { params, parseAs: "blob" });
    saveFile(await unwrap<Blob>(request), `person-${uuid}.zip`);
  });
  return (
    <>
      <Button disabled={save.isRunning} onClick={() => save.run()}>
        {save.isRunning ? "Exporting…" : "Export"}
      </Button>
      {save.error && (
        <Dialog title="The export broke off" onClose={save.reset}>
          <Message onRetry={() => save.run()}>{save.error.message}</Message>
        </Dialog>
      )}
    </>
  );
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
