import type { ApiError } from "../../api/errors.ts";
import { useCall } from "../../api/operations.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Time } from "../../components/text.tsx";
import { ChangeList, whoOf } from "./activity-list.tsx";
import type { Flag } from "./flags.ts";

interface Props {
  /** The flag as it was when this person began to edit it. */
  readonly known: Flag;
  readonly onTheirs: (flag: Flag) => void;
  /** Called with the version to overwrite. */
  readonly onMine: (version: number) => void;
  readonly error: ApiError | undefined;
}

const MAX_CHANGES = 20;

export function ConflictMessage({ known, onTheirs, onMine, error }: Props) {
  const call = useCall();
  const id = String(known.id);
  const conflict = useResource(
    async (signal) => {
      const [flag, { results }] = await Promise.all([
        call("feature_flags_retrieve", { id }, { signal }),
        call("feature_flags_activity_list", { id, limit: MAX_CHANGES }, { signal }),
      ]);
      return { flag, changes: results.filter(({ version }) => version > known.version) };
    },
    [id, known.version, error],
  );
  return (
    <Message tone="warning">
      <div class="flag-conflict">
        <strong>Your changes are not saved: someone else changed this flag meanwhile.</strong>
        <Loaded resource={conflict}>
          {({ flag, changes }) => (
            <>
              {changes.map((activity) => (
                <section key={activity.version}>
                  <p>
                    {whoOf(activity)}, <Time at={activity.created_at} />:
                  </p>
                  <ChangeList activity={activity} />
                </section>
              ))}
              {error && error.code !== "conflict" && <p>{error.message}</p>}
              <div class="page-actions">
                <Button small onClick={() => onTheirs(flag)}>
                  Discard mine, show theirs
                </Button>
                <Button small onClick={() => onMine(flag.version)}>
                  Replace theirs with mine
                </Button>
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Message>
  );
}
