import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Schemas } from "../../generated/openapi.ts";
import { clientsOfNodes } from "../client/contract-client.ts";
import type { OwnServer } from "./own-server.ts";
import { eventually } from "./poll.ts";

export interface SentEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** A new project with events, which are in its answers. */
export class AskedProject {
  readonly #own: OwnServer;
  readonly path: { readonly project_id: string };
  /** The API key of the project. */
  readonly token: string;
  #sent = 0;

  private constructor(own: OwnServer, id: number, key: string) {
    this.#own = own;
    this.path = { project_id: String(id) };
    this.token = key;
  }

  static async create(own: OwnServer, settings: object, events: readonly SentEvent[] = []): Promise<AskedProject> {
    const { client } = own;
    const { id } = await client.expectStatus("projects_create", 201, { json: { name: randomUUID() } });
    const path = { project_id: String(id) };
    const [key] = await client.expectStatus("project_keys_list", 200, { path });
    if (Object.keys(settings).length > 0) {
      await client.expectStatus("projects_partial_update", 200, { path, json: settings });
    }
    const project = new AskedProject(own, id, key?.key ?? "");
    await project.send(events);
    return project;
  }

  /** Sends events in one request, and waits until the answers of every node have them and their persons. */
  async send(batch: readonly SentEvent[]): Promise<void> {
    if (batch.length === 0) return;
    await this.capture(batch);
    this.#sent += batch.length;
    const query = { kind: "HogQLQuery", query: "SELECT count() FROM events" };
    const json = { query, refresh: "force_blocking" } as const;
    for (const node of clientsOfNodes(this.#own.client.endpoint, this.#own.tenant)) {
      await eventually("the events are in answers", async () => {
        const { results } = await node.expectStatus("query_create", 200, { path: this.path, json });
        return JSON.stringify(results) === `[[${this.#sent}]]`;
      });
    }
  }

  capture(batch: readonly SentEvent[]): Promise<unknown> {
    return this.#own.client.expectStatus("batch", 200, { json: { api_key: this.token, batch: [...batch] } as never });
  }

  /** Asks again while too many questions of other suites wait. */
  async response(query: object, options: object = {}): Promise<Schemas["QueryResponse"]> {
    const asked = { path: this.path, json: { query, ...options } as never };
    const { status, body } = await eventually("it is the question's turn", async () => {
      const response = await this.#own.client.request("query_create", asked);
      return response.status !== 429 && response;
    });
    assert.equal(status, 200, JSON.stringify(body)?.slice(0, 500));
    return body as Schemas["QueryResponse"];
  }

  async ask<T>(query: object): Promise<T> {
    return (await this.response(query)).results as T;
  }

  select(query: string): Promise<readonly (readonly unknown[])[]> {
    return this.ask({ kind: "HogQLQuery", query });
  }
}
