import { readFile } from "node:fs/promises";
import Router from "@koa/router";
import { DOCUMENT_JSON, DOCUMENT_YAML } from "./contract/contract.ts";

/** The contract itself, for people and programs: the only answers that it does not describe. */
export async function publications(): Promise<Router> {
  const [json, yaml] = await Promise.all([readFile(DOCUMENT_JSON), readFile(DOCUMENT_YAML)]);
  const router = new Router();
  const publish = (path: string, type: string, body: Buffer) =>
    router.get(path, (ctx) => {
      ctx.type = type;
      ctx.set("Access-Control-Allow-Origin", "*");
      ctx.body = body;
    });
  publish("/openapi.json", "application/json", json);
  publish("/openapi.yaml", "application/yaml", yaml);
  return router;
}
