import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { minimalProcessEnv, runProcess } from "../child-process.ts";
import { dropTestDatabase, newDatabaseName } from "../engines/test-mongo.ts";
import { removeTestBucket } from "../engines/test-s3.ts";
import { buildService, MAIN, serviceIn } from "../service-process.ts";
import { waitUntil } from "../wait-until.ts";

/** Where a service keeps its data, and with how many nodes. */
export interface Deployment {
  readonly nodes: number;
  readonly settings: Readonly<Record<string, string>>;
}

type Node = Awaited<ReturnType<ReturnType<typeof serviceIn>["serve"]>>;
interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

type Serving = readonly [directory: string, serve: ReturnType<typeof serviceIn>["serve"]];

const STARTED_AGAIN = new Set([502, 503]);

/** Returns nodes on MongoDB and S3, which are emptied after the test. */
export async function externalDeployment(test: TestContext): Promise<Deployment> {
  const { MONGODB_URL = "", S3_ENDPOINT = "", AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
  const [MONGODB_DATABASE, S3_BUCKET] = [await newDatabaseName(), `sightline-${randomUUID()}`];
  test.after(async () => {
    await dropTestDatabase(MONGODB_DATABASE);
    await removeTestBucket(S3_BUCKET);
  });
  const s3 = { S3_ENDPOINT, S3_BUCKET, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, S3_CHECKSUMS: "when_required" };
  return { nodes: 2, settings: { MONGODB_URL, MONGODB_DATABASE, ...s3 } };
}

/** The nodes of a service with one project, as processes that are killed and started again. */
export class AnsweringService {
  readonly #serve: readonly Serving[];
  readonly settings: Readonly<Record<string, string>>;
  #keys: Readonly<Record<string, string>> = {};
  #nodes: Node[] = [];

  private constructor(serve: readonly Serving[], settings: Readonly<Record<string, string>>) {
    this.#serve = serve;
    this.settings = settings;
  }

  static async open(test: TestContext, { nodes, settings }: Deployment): Promise<AnsweringService> {
    buildService();
    const serve: Serving[] = [];
    for (let index = 0; index < nodes; index += 1) {
      const directory = await mkdtemp(join(tmpdir(), "sightline-answers-"));
      serve.push([directory, serviceIn(directory, test).serve]);
    }
    const service = new AnsweringService(serve, { ...settings, RATE_LIMIT_PER_MINUTE: "0" });
    service.#keys = JSON.parse(await service.command("setup", "--json"));
    return service;
  }

  /** The data directory of the first node. */
  get directory(): string {
    return this.#serve[0]?.[0] ?? "";
  }

  /** Returns the same service with another project of its own. */
  async addProject(name: string): Promise<AnsweringService> {
    const organization = this.#keys["organization_id"] ?? "";
    const added = await this.command("projects", "create", "--organization", organization, "--name", name, "--json");
    const id = String(JSON.parse(added).id);
    const [{ key: project_api_key }] = JSON.parse(
      await this.command("project-keys", "list", "--project", id, "--json"),
    );
    const other = new AnsweringService(this.#serve, this.settings);
    other.#nodes = this.#nodes;
    other.#keys = { ...this.#keys, project_id: id, project_api_key };
    return other;
  }

  get nodes(): number {
    return this.#nodes.length;
  }

  /** Runs a command line, and returns what it prints. */
  async command(...args: readonly string[]): Promise<string> {
    const environment = minimalProcessEnv({ DATA_DIR: this.directory, ...this.settings });
    const { status, stdout, stderr } = await runProcess([MAIN, ...args], environment);
    assert.equal(status, 0, stderr);
    return stdout;
  }

  /** Kills all nodes, if they run, and starts them with these settings, too. */
  async restart(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.kill();
    const all = { ...this.settings, ...settings };
    this.#nodes = await Promise.all(this.#serve.map(([, serve]) => serve(all)));
  }

  async kill(): Promise<void> {
    for (const { child } of this.#nodes) child.kill("SIGKILL");
    for (const { ended } of this.#nodes) await ended;
    this.#nodes = [];
  }

  /** Kills the processes of this name that a node has started. Returns how many there were. */
  async killChildren(node: number, name: string): Promise<number> {
    const parent = this.#nodes[node]?.child.pid;
    let count = 0;
    for (const entry of await readdir("/proc")) {
      if (!/^\d+$/.test(entry)) continue;
      const read = (file: string) => readFile(`/proc/${entry}/${file}`, "utf8").catch(() => "");
      const [, parentOfEntry] = /\) \S (\d+)/.exec(await read("stat")) ?? [];
      if (Number(parentOfEntry) !== parent || !(await read("cmdline")).includes(name)) continue;
      process.kill(Number(entry), "SIGKILL");
      count += 1;
    }
    return count;
  }

  /** Returns how many events are accepted, but not stored. */
  async countWaiting(): Promise<number> {
    const replies = await Promise.all(this.#nodes.map((_, node) => this.#request(node, "GET", "/_ready")));
    return replies.reduce((sum, { body }) => sum + (body["journal"] as { entries: number }).entries, 0);
  }

  async send(batch: readonly object[]): Promise<void> {
    const body = { api_key: this.#keys["project_api_key"], batch };
    const { status } = await this.#request(0, "POST", "/batch/", body);
    assert.equal(status, 200);
  }

  call(node: number, method: string, path: string, body?: object): Promise<Reply> {
    return this.#request(node, method, `/api/projects/${this.project}${path}`, body);
  }

  get project(): string {
    return String(this.#keys["project_id"]);
  }

  /** Returns the results of a question, which is asked again while the process that answers it is started again. */
  async ask(node: number, query: object): Promise<unknown> {
    let reply: Reply | undefined;
    await waitUntil(async () => {
      reply = await this.call(node, "POST", "/query", { query });
      return !STARTED_AGAIN.has(reply.status);
    });
    assert.equal(reply?.status, 200, JSON.stringify(reply?.body));
    return reply?.body["results"];
  }

  async #request(node: number, method: string, path: string, body?: object): Promise<Reply> {
    const headers = { Authorization: `Bearer ${this.#keys["personal_api_key"]}`, "Content-Type": "application/json" };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`http://127.0.0.1:${this.#nodes[node]?.port}${path}`, { method, headers, ...content });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  }
}
