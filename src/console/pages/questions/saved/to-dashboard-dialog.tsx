import { useLocation } from "wouter-preact";
import type { Schemas } from "../../../api/client.ts";
import { useCall, useOperation } from "../../../api/operations.ts";
import { useProjectPath } from "../../../api/session.ts";
import { useAction } from "../../../api/use-resource.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState, Loaded, Message } from "../../../components/message.tsx";
import { nameOfDashboard } from "./saved-list.tsx";

type Dashboard = Schemas["Dashboard"];

interface ToDashboardDialogProps {
  readonly insight: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function ToDashboardDialog({ insight, name, onClose }: ToDashboardDialogProps) {
  const call = useCall();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const list = useOperation("dashboards_list", { limit: 100 });
  const add = useAction(async (to: Dashboard | null) => {
    const tile = { insight };
    const { id } = to
      ? await call("dashboards_partial_update", {
          id: to.id,
          body: { tiles: [...to.tiles, tile], version: to.version },
        })
      : await call("dashboards_create", { body: { name, tiles: [tile] } });
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
                    <span class="wrap-anywhere">
                      {`${nameOfDashboard(dashboard)}${isOn(dashboard) ? " (is on it)" : ""}`}
                    </span>
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
