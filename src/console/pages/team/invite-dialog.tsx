import { useState } from "preact/hooks";
import { useIsAdmin } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, fieldError, Select, TextField } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Bar } from "../../components/page.tsx";
import { levelsUpTo } from "./levels.ts";
import { type Invite, useOrganization } from "./team-api.ts";

interface Props {
  readonly onClose: () => void;
  readonly onInvited: (invite: Invite) => void;
}

const FIELDS = ["target_email", "first_name", "message", "level"];

export function InviteDialog({ onClose, onInvited }: Props) {
  const organization = useOrganization();
  const [address, setAddress] = useState("");
  const [name, setName] = useState("");
  const [message, setMessage] = useState("");
  const [level, setLevel] = useState<Invite["level"]>("member");
  const isAdmin = useIsAdmin();
  const invite = useAction(async () => {
    onInvited(await organization.invite({ target_email: address.trim(), first_name: name.trim(), message, level }));
  });
  const { error } = invite;
  return (
    <Dialog title={`Invite someone to ${organization.name}`} onClose={onClose}>
      <Form class="team-form" noValidate onSubmit={() => invite.run()}>
        <Field
          label="Address"
          type="email"
          autocomplete="off"
          autoFocus
          value={address}
          error={fieldError(error, "target_email")}
          onValue={setAddress}
        />
        <Field
          label="First name (may be empty)"
          autocomplete="off"
          value={name}
          error={fieldError(error, "first_name")}
          onValue={setName}
        />
        <TextField
          label="Message (may be empty)"
          value={message}
          error={fieldError(error, "message")}
          onValue={setMessage}
        />
        {isAdmin && (
          <Select
            label="Level"
            options={levelsUpTo("admin")}
            value={level}
            error={fieldError(error, "level")}
            onValue={(chosen) => setLevel(chosen as Invite["level"])}
          />
        )}
        <FormError error={error} fields={FIELDS} />
        <Bar>
          <Button kind="main" type="submit" disabled={invite.isRunning}>
            Invite
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </Bar>
      </Form>
    </Dialog>
  );
}
