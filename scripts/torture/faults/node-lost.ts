import { mkdir, rm } from "node:fs/promises";
import { linkFiles } from "../world/directories.ts";
import type { Fault } from "./fault.ts";
import { live } from "./kill.ts";

/** A node is killed and its disk is lost: with `DURABILITY=store` the store, which is elsewhere, has all that was answered 200. */
export const nodeLost: Fault = {
  needs: { engine: "mongodb", disk: null, cuttable: false, settings: { DURABILITY: "store" } },
  async happen(parts) {
    const { world, random, blows, until } = parts;
    while (!until.aborted) {
      await live(parts);
      const place = random.whole(0, world.nodes.length - 1);
      const [node, directory] = [world.nodes[place], world.directories[place]];
      if (!node || !directory) return;
      await node.kill();
      blows.kills += 1;
      await rm(directory, { recursive: true });
      await mkdir(directory);
      await linkFiles(directory);
      node.start();
    }
  },
};
