import { useLocation } from "wouter-preact";
import { useProjectPath } from "../../../api/session.ts";
import { useAction, useResource } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState, Loaded, Message } from "../../../components/message.tsx";
import { type Dashboard, nameOf, useDashboards } from "../../dashboards/dashboards.ts";

interface ToDashboardDialogProps {
  readonly insight: string;
  readonly name: string;
  readonly onClose: () => void;
}

const LIMIT = 100;

export function ToDashboardDialog({ insight, name, onClose }: ToDashboardDialogProps) {
  const dashboards = useDashboards();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const list = useResource((signal) => dashboards.list(0, LIMIT, signal), [dashboards]);
  const add = useAction(async (to: Dashboard | null) => {
    const tile = { insight };
    const { id } = to
      ? await dashboards.change(to.id, { tiles: [...to.tiles, tile], version: to.version })
      : await dashboards.create({ name, tiles: [tile] });
    navigate(pathTo("dashboards", id));
  });
  const isOn = ({ tiles }: Dashboard) => tiles.some((tile) => tile.insight === insight);
  return (
    <Dialog
      title="Add to a dashboard"
      onClose={onClose}
      actions={
        <Button disabled={add.isRunning} onClick={() => void add.run(null)}>
          New dashboard
        </Button>
      }
    >
      {add.error && <Message>{add.error.message}</Message>}
      <Loaded resource={list}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="There is no dashboard yet" />
          ) : (
            <ul class="ask-choices">
              {results.map((dashboard) => (
                <li key={dashboard.id}>
                  <Button disabled={isOn(dashboard) || add.isRunning} onClick={() => void add.run(dashboard)}>
                    <span class="wrap-anywhere">{`${nameOf(dashboard)}${isOn(dashboard) ? " (is on it)" : ""}`}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
