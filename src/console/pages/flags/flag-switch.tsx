import { useState } from "preact/hooks";
import { type Call, useOperation } from "../../api/operations.ts";
import { ConfirmDialog } from "../../components/dialog.tsx";
import { Checkbox } from "../../components/field.tsx";
import { Loaded } from "../../components/page.tsx";
import { formatCount } from "../../components/text.tsx";
import { describeRollout, type Flag, filtersOf, type Preview, previewOf, valueName } from "./flags.ts";

interface FlagSwitchProps {
  readonly flag: Flag;
  /** Called when it is on or off, or may have been changed by someone else. */
  readonly onChanged: () => void;
}

export function FlagSwitch({ flag: known, onChanged }: FlagSwitchProps) {
  const [isOpen, setOpen] = useState(false);
  /** The flag as it was changed here, until it is loaded again: the next change needs its new version. */
  const [turned, setTurned] = useState(known);
  const flag = turned.version > known.version ? turned : known;
  const { id, key, active, version } = flag;
  const turn = async (call: Call) => {
    setTurned(await call("feature_flags_partial_update", { id: String(id), body: { active: !active, version } }));
  };
  return (
    <>
      <Checkbox
        role="switch"
        label={active ? "On" : "Off"}
        aria-label={`${key} is on`}
        value={active}
        onValue={() => setOpen(true)}
      />
      {isOpen && (
        <ConfirmDialog
          title={`Turn ${key} ${active ? "off" : "on"}?`}
          says={<Effect flag={flag} />}
          confirm={active ? "Turn it off" : "Turn it on"}
          act={turn}
          onClose={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function Effect({ flag }: { readonly flag: Flag }) {
  const filters = filtersOf(flag);
  const preview = useOperation("feature_flags_preview", { body: previewOf({ ...flag, filters }) });
  return (
    <>
      <p>
        {flag.active
          ? "Within 2 seconds, nobody gets it any more."
          : `Within 2 seconds, it is live: ${describeRollout(filters)}.`}
      </p>
      <Loaded resource={preview}>
        {(found) => <p role="status">{`${flag.active ? "Now" : "Then"} ${describeReach(found)}.`}</p>}
      </Loaded>
    </>
  );
}

/** Returns how many persons get a flag that is on, such as `3 of the 200 newest persons get it (control 1, test 2)`. */
function describeReach({ persons, evaluated, values }: Preview): string {
  if (evaluated === 0) return "no person gets it, because none is known yet";
  const on = values.filter(({ enabled }) => enabled);
  const count = on.reduce((sum, value) => sum + value.count, 0);
  const variants = on.filter(({ variant }) => variant !== null);
  const parts = variants.map((value) => `${valueName(value)} ${formatCount(value.count)}`).join(", ");
  const whom =
    evaluated < persons
      ? `of the ${formatCount(evaluated)} newest persons`
      : `of ${formatCount(evaluated)} ${evaluated === 1 ? "person" : "persons"}`;
  return `${formatCount(count)} ${whom} ${count === 1 ? "gets" : "get"} it${parts && ` (${parts})`}`;
}
