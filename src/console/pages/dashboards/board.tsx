import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { useAction } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { NameDialog } from "../questions/saved/name-dialog.tsx";
import { AddDialog } from "./add-dialog.tsx";
import { type Dashboard, nameOf, useDashboards } from "./dashboards.ts";
import { Tile } from "./tile.tsx";

interface BoardProps {
  readonly dashboard: Dashboard;
  readonly back: preact.ComponentChild;
  readonly reload: () => void;
}

export function Board({ dashboard, back, reload }: BoardProps) {
  const { id, tiles, version } = dashboard;
  const dashboards = useDashboards();
  const pathTo = useProjectPath();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<"add" | "rename" | "delete" | null>(null);
  const [isArranging, setArranging] = useState(false);
  const [asked, setAsked] = useState(0);
  const arrange = useAction(async (changed: Dashboard["tiles"]) => {
    setOpen(null);
    await dashboards.change(id, { tiles: changed, version });
    reload();
  });
  const rename = useAction(async (name: string) => {
    await dashboards.change(id, { name, version });
    setOpen(null);
    reload();
  });
  const remove = useAction(async () => {
    await dashboards.remove(id);
    navigate(pathTo("dashboards"));
  });
  const move = (index: number, to: number) => {
    const [tile] = tiles.slice(index, index + 1);
    if (tile) void arrange.run(tiles.toSpliced(index, 1).toSpliced(to, 0, tile));
  };
  /** Someone else may have changed it. */
  const catchUp = () => {
    arrange.reset();
    reload();
  };
  const close = () => setOpen(null);
  return (
    <Page
      title={nameOf(dashboard)}
      back={back}
      actions={
        <>
          <Button onClick={() => setOpen("add")}>Add questions</Button>
          {tiles.length > 0 && (
            <>
              <Button onClick={() => setAsked(asked + 1)}>Refresh</Button>
              <Button aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
                Arrange
              </Button>
            </>
          )}
          <Button onClick={() => setOpen("rename")}>Rename</Button>
          <Button onClick={() => setOpen("delete")}>Delete</Button>
        </>
      }
    >
      {arrange.error && <Message onRetry={catchUp}>{arrange.error.message}</Message>}
      {tiles.length === 0 && (
        <EmptyState title="Nothing is on this dashboard yet">
          <p>Add a saved question.</p>
        </EmptyState>
      )}
      <div class="board">
        {tiles.map(({ insight }, index) => (
          <Tile
            key={insight}
            insight={insight}
            asked={asked}
            arranging={
              isArranging && {
                isFirst: index === 0,
                isLast: index === tiles.length - 1,
                isDisabled: arrange.isRunning,
                onMove: (step) => move(index, index + step),
                onRemove: () => void arrange.run(tiles.toSpliced(index, 1)),
              }
            }
          />
        ))}
      </div>
      {open === "add" && (
        <AddDialog
          present={tiles.map(({ insight }) => insight)}
          onAdd={(added) => void arrange.run([...tiles, ...added.map((insight) => ({ insight }))])}
          onClose={close}
        />
      )}
      {open === "rename" && (
        <NameDialog
          title="Rename the dashboard"
          submit="Rename"
          name={dashboard.name}
          action={rename}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title="Delete the dashboard?"
          says={`“${nameOf(dashboard)}” is deleted. Its saved questions stay.`}
          confirm="Delete"
          action={remove}
          onClose={close}
        />
      )}
    </Page>
  );
}
