import type { Command } from "commander";
import { MIN_SILENCE_MS } from "../../ingest/drain/node-presence.ts";
import { PROGRAM } from "../../lib/program-name.ts";
import { uncleanNodes } from "../../privacy/request-erasure.ts";
import type { Erasures } from "../../store/records/erasures.ts";
import type { ServiceNode } from "../../store/records/nodes.ts";
import { type CliContext, CommandFailure, UsageError, withStore } from "../cli-context.ts";
import { formatTable, print } from "../output.ts";
import { command, type JsonOption, newGroup } from "./tenant-command.ts";

const ID = ["<id>", "id of the node, from `nodes list`"] as const;

export function addNodesCommands(program: Command, context: CliContext): void {
  const group = newGroup(program, "nodes", "list the nodes of the store and forget lost ones");
  command(group, "list", "list the nodes, with how many erasures wait for each").action(
    async ({ json }: JsonOption) => {
      const nodes = await withStore(context, ({ erasures }) => listNodes(erasures));
      const rows = nodes.map((node) => Object.values(node).map(String));
      print(context, json, nodes, formatTable(["ID", "NAME", "LAST SEEN (UTC)", "ERASURES WAITING"], rows));
    },
  );
  command(group, "forget", "let no erasure wait for a node whose disk is lost")
    .argument(...ID)
    .option("--yes", "confirm that the node's journal is lost")
    .action(async (id: string, { json, yes }: JsonOption & { readonly yes?: true }) => {
      if (!yes) {
        throw new UsageError(
          "Erasures will be completed without this node. If its journal is not lost, it may have events of erased " +
            "persons: then the node refuses to start. To store what waits in a journal, use `journal drain`. To " +
            "forget the node, add --yes.",
        );
      }
      await withStore(context, ({ erasures }) => forgetNode(id, context.now(), erasures));
      print(context, json, { id }, `The node ${id} is forgotten.\n`);
    });
  command(group, "readmit", "let a forgotten node start again; persons erased meanwhile have to be erased again")
    .argument(...ID)
    .action(async (id: string, { json }: JsonOption) => {
      await withStore(context, async ({ erasures }) => {
        if ((await erasures.forgottenAt(id)) === null) throw new CommandFailure(`The node ${id} is not forgotten.`);
        await erasures.removeNode(id);
      });
      print(context, json, { id }, `The node ${id} can start again.\n`);
    });
}

async function listNodes(erasures: Erasures) {
  const waiting = new Map<string, number>();
  for (const erasure of await erasures.unfinished()) {
    for (const { id } of await uncleanNodes(erasure, erasures)) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  }
  const nodes = await erasures.nodes();
  return nodes.map((node) => ({ ...nodeToJson(node), erasures_waiting: waiting.get(node.id) ?? 0 }));
}

export function nodeToJson({ id, name, seenAt }: ServiceNode) {
  return { id, name, last_seen_at: new Date(seenAt).toISOString() };
}

async function forgetNode(id: string, now: number, erasures: Erasures): Promise<void> {
  const node = (await erasures.nodes()).find((node) => node.id === id);
  if (!node) throw new CommandFailure(`There is no node ${id}: see \`${PROGRAM} nodes list\`.`);
  if (await erasures.forgetNode(id, now - MIN_SILENCE_MS, now)) return;
  const [seconds, minutes] = [Math.round((now - node.seenAt) / 1000), MIN_SILENCE_MS / 60_000];
  throw new CommandFailure(
    `The node ${id} (${node.name}) reported ${seconds} seconds ago: it can be forgotten ${minutes} minutes after its ` +
      "last report.",
  );
}
