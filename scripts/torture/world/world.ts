import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { makePlace, removePlace } from "../../../contract-tests/services/make-place.ts";
import type { Place } from "../../../contract-tests/services/place.ts";
import { freePort } from "../../../contract-tests/services/process.ts";
import { readConfig } from "../../../src/config.ts";
import { openDocuments } from "../../../src/engines/choose.ts";
import type { Documents } from "../../../src/storage/ports/engines.ts";
import { makeDirectories } from "./directories.ts";
import { Disk } from "./disk.ts";
import { ServiceNode } from "./node.ts";

export type Engine = "sqlite" | "mongodb";

export interface WorldWishes {
  readonly engine: Engine;
  /** The service's program, `dist/main.js`. */
  readonly program: string;
  readonly nodes: number;
  /** Settings of the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A disk of so many megabytes, and what is kept on it. */
  readonly disk: { readonly megabytes: number; readonly holds: "everything" | "store" } | null;
  /** Whether connections to MongoDB are to be cut. */
  readonly cuttable: boolean;
}

export interface Project {
  readonly id: string;
  readonly apiKey: string;
  readonly personalApiKey: string;
}

const SETTINGS = {
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
  RATE_LIMIT_PER_MINUTE: "0",
  RECORDING_INGESTION_LIMIT_SECONDS: "1", // so that pieces become files while things happen
};
const READY_PATIENCE_MS = 180_000;
const STORED_PATIENCE_MS = 120_000;
const LOOK_MS = 50;

/** A service with a project, and everything it needs: a new one in each round. */
export class World {
  /** Something was taken away: a start may fail until it is back. */
  isDisturbed = false;
  /** What nodes said that ended by themselves, though nothing was taken away or they had been ready. */
  readonly deaths: string[] = [];
  readonly place: Place;
  readonly disk: Disk | null;
  readonly directories: readonly string[];
  readonly nodes: readonly ServiceNode[];
  readonly project: Project;

  private constructor(parts: Pick<World, "place" | "disk" | "directories" | "project">, nodes: readonly NodeWish[]) {
    this.place = parts.place;
    this.disk = parts.disk;
    this.directories = parts.directories;
    this.project = parts.project;
    const died = (wasReady: boolean, lines: string) => {
      if (wasReady || !this.isDisturbed) this.deaths.push(`a node ended by itself, and had said:\n${lines}`);
    };
    this.nodes = nodes.map((wish) => new ServiceNode({ ...wish, died }));
    for (const node of this.nodes) node.start();
  }

  /** Makes it, and starts its nodes. */
  static async open(wishes: WorldWishes): Promise<World> {
    const place = await makePlace(wishes.engine === "mongodb" ? ["mongodb"] : [], wishes.cuttable);
    try {
      return await World.#openIn(place, wishes);
    } catch (error) {
      await removePlace(place);
      throw error;
    }
  }

  static async #openIn(place: Place, { program, nodes: count, settings, disk: wanted }: WorldWishes): Promise<World> {
    const disk = wanted && (await Disk.open(place.dataDir, wanted.megabytes));
    const directories = await makeDirectories(place.dataDir, count, disk && wanted && { disk, holds: wanted.holds });
    const { PATH, HOME } = process.env;
    const wishes: NodeWish[] = [];
    for (const DATA_DIR of directories) {
      const port = await freePort();
      const environment = { PATH, HOME, ...SETTINGS, ...place.engines, ...settings, DATA_DIR, PORT: String(port) };
      wishes.push({ program, port, environment });
    }
    const project = await newProject(program, wishes[0]?.environment);
    return new World({ place, disk, directories, project }, wishes);
  }

  /** Does something with what the store has, past the service. */
  async withDocuments<T>(work: (documents: Documents) => Promise<T>): Promise<T> {
    const [directory = ""] = this.directories;
    const documents = await openDocuments(readConfig({ ...this.place.engines, DATA_DIR: directory }));
    try {
      return await work(documents);
    } finally {
      await documents.close();
    }
  }

  /** Waits until every node answers, or the signal comes. Throws where one does not in time. */
  untilReady(end?: AbortSignal): Promise<void> {
    return this.#until((waiting) => waiting !== null, READY_PATIENCE_MS, end);
  }

  /** Waits until every node has stored all that it took, however long that takes. Throws where they stop. */
  untilStored(): Promise<void> {
    return this.#until((waiting) => waiting === 0, STORED_PATIENCE_MS);
  }

  async #until(holds: (waiting: number | null) => boolean, patienceMs: number, end?: AbortSignal): Promise<void> {
    let least = Number.POSITIVE_INFINITY;
    for (let late = Date.now() + patienceMs; !end?.aborted; await sleep(LOOK_MS)) {
      const waiting = await Promise.all(this.nodes.map((node) => node.waiting()));
      if (waiting.every(holds)) return;
      const all = waiting.reduce<number>((sum, requests) => sum + (requests ?? Number.POSITIVE_INFINITY), 0);
      if (all < least) late = Date.now() + patienceMs;
      least = Math.min(least, all);
      if (Date.now() < late) continue;
      const states = waiting.map((requests, place) => {
        const state = requests === null ? "does not answer" : `has ${requests} requests to store`;
        return `a node ${state}, and had said:\n${this.nodes[place]?.lastLines}`;
      });
      throw new Error(`nothing more was stored in ${patienceMs / 1000} s:\n${states.join("\n")}`);
    }
  }

  /** Ends everything; with `keep` what was written to directories stays there. */
  async close(keep: boolean): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.disk?.remove();
    if (!keep) await removePlace(this.place);
  }
}

type NodeWish = Pick<ConstructorParameters<typeof ServiceNode>[0], "program" | "port" | "environment">;

/** In a process of its own: SQLite's library keeps files open for a while that were closed, and a disk that loses power must have none. */
async function newProject(program: string, environment: NodeJS.ProcessEnv = {}): Promise<Project> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, "setup", "--json"], { env: environment });
  const made = JSON.parse(stdout) as { project_id: number; project_api_key: string; personal_api_key: string };
  return { id: String(made.project_id), apiKey: made.project_api_key, personalApiKey: made.personal_api_key };
}
