import { usePages } from "../api/operations.ts";
import { ConfirmButton, Dialog, DialogButton } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { InlineForm, useForm } from "../components/form.tsx";
import { CopiedCode } from "../components/page.tsx";
import { Listing } from "../components/table.tsx";

/** A dashboard or a saved question. */
export type SubjectProps = { readonly of: "dashboards" | "insights"; readonly id: number };

export const subjectOf = ({ of, id }: SubjectProps) => (of === "dashboards" ? { dashboard: id } : { insight: id });

export function ShareButton(props: SubjectProps) {
  return <DialogButton label="Share">{(onClose) => <ShareDialog {...props} onClose={onClose} />}</DialogButton>;
}

/** Shows the links by which anyone sees a dashboard or a saved question, and makes and revokes them. */
function ShareDialog({ of, id, onClose }: SubjectProps & { readonly onClose: () => void }) {
  const links = usePages("shares_list", subjectOf({ of, id }), { limit: 10 });
  const form = useForm({ allowed_origins: "" }, async ({ allowed_origins: origins }, call) => {
    const body = { allowed_origins: origins.split(/[\s,]+/).filter((origin) => origin !== "") };
    await call(`${of}_shares_create`, { id: String(id), body });
    links.reload();
    return { allowed_origins: "" };
  });
  return (
    <Dialog title="Share by a link" onClose={onClose} wide>
      <p>
        Who has a link sees this page without an account, as it is then, with answers that are up to five minutes old,
        and may choose other dates, back to twelve months. It shows nothing else of the project.
      </p>
      <Listing
        of={links}
        caption="Links"
        columns={[
          { title: "Link", cell: ({ url }) => <CopiedCode text={url} /> },
          { title: "Embedded by", cell: ({ allowed_origins }) => allowed_origins.join(", ") || "no page" },
          { title: "Made", time: ({ created_at }) => created_at },
          { title: "By", cell: ({ created_by }) => created_by?.email ?? "" },
        ]}
        actions={({ id, url }) => (
          <ConfirmButton
            {...{ small: true, label: "Revoke", of: url, title: "Revoke the link?" }}
            says="Those who have it see nothing more. A new link has another address."
            act={(call) => call("shares_destroy", { id: String(id) }).then(links.reload)}
          />
        )}
        empty="There is no link yet"
      />
      <InlineForm form={form} submit="Create a link">
        <Field
          label="Sites that may embed the page"
          hint="Such as https://intranet.example.com; none if this is empty."
          {...form.field("allowed_origins")}
        />
      </InlineForm>
    </Dialog>
  );
}
