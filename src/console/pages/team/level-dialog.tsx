import { useState } from "preact/hooks";
import { useProject } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { fieldError, Select } from "../../components/field.tsx";
import { FormError } from "../../components/form.tsx";
import { levelsUpTo } from "./levels.ts";
import { type Member, useOrganization } from "./team-api.ts";

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function LevelDialog({ member, onClose, onChanged }: Props) {
  const organization = useOrganization();
  const own = useProject().organization.level;
  const [level, setLevel] = useState(member.level);
  const change = useAction(async () => {
    await organization.changeLevel(member, level);
    onChanged();
  });
  const { error } = change;
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" disabled={change.isRunning} onClick={() => change.run()}>
        Change
      </Button>
    </>
  );
  return (
    <Dialog title="Change the level" onClose={onClose} actions={actions}>
      <p class="wrap-anywhere">
        What <strong>{member.user.email}</strong> may do in {organization.name}, from now on:
      </p>
      <Select
        label="Level"
        options={levelsUpTo(own)}
        value={level}
        error={fieldError(error, "level")}
        onValue={(chosen) => setLevel(chosen as Member["level"])}
      />
      <FormError error={error} fields={["level"]} />
    </Dialog>
  );
}
