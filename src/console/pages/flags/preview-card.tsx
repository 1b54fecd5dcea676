import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useCall } from "../../api/operations.ts";
import { useProjectPath } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Count } from "../../components/text.tsx";
import { type FlagFields, type Preview, previewOf } from "./flags.ts";
import { reasonText, valueName } from "./reasons.ts";

type Value = Preview["values"][number];

export function PreviewCard({ flag }: { readonly flag: FlagFields }) {
  const call = useCall();
  const [shown, setShown] = useState<{ readonly of: FlagFields; readonly preview: Preview }>();
  const look = useAction(async () => {
    const preview = await call("feature_flags_preview", { body: previewOf({ ...flag, key: flag.key || "preview" }) });
    setShown({ of: flag, preview });
  });
  return (
    <Card
      title="Who would get this"
      actions={
        <Button small disabled={look.isRunning} onClick={() => void look.run()}>
          {look.isRunning ? "Looking…" : "Look"}
        </Button>
      }
    >
      {look.error && <Message>{look.error.message}</Message>}
      {shown ? (
        <Shown preview={shown.preview} isOld={shown.of !== flag} />
      ) : (
        <p class="quiet">Evaluates the flag as it is above, saved or not, for the 200 newest persons.</p>
      )}
    </Card>
  );
}

function Shown({ preview, isOld }: { readonly preview: Preview; readonly isOld: boolean }) {
  const path = useProjectPath();
  const { persons, evaluated, complete, values } = preview;
  if (evaluated === 0) return <p role="status">This project has no persons yet.</p>;
  const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
  return (
    <>
      <p role="status">
        Of the <Count value={evaluated} unit="newest person" />
        {persons > evaluated && ` (the project has ${persons})`}
        {!complete && "; the others would have taken too long"}
        {isOld && " – before your last change"}:
      </p>
      <Table<Value>
        caption="Values of the flag"
        rows={values}
        keyOf={({ enabled, variant }) => `${enabled} ${variant}`}
        columns={[
          { title: "Value", cell: valueName },
          { title: "Persons", isNumber: true, cell: ({ count }) => <Count value={count} /> },
          { title: "Share", isNumber: true, cell: ({ count }) => share.format(count / evaluated) },
          {
            title: "For example",
            cell: ({ examples }) => (
              <ul class="flag-examples">
                {examples.map(({ uuid, name, reason }) => (
                  <li key={uuid}>
                    <Link href={path("persons", uuid)}>{name}</Link>
                    <span class="quiet small">{reasonText(reason)}</span>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
    </>
  );
}
