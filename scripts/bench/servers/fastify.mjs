// Fastify, validating bodies by the schemas of the contract. It stores nothing.
import { readFileSync } from "node:fs";
import Fastify from "fastify";

const contract = JSON.parse(readFileSync("generated/complete.json", "utf8"));
const { schemas } = contract.components;
const server = Fastify({ bodyLimit: 32 * 1024 * 1024, ajv: { customOptions: { strict: false, coerceTypes: false } } });
server.addSchema({ $id: "contract", components: { schemas } });
for (const [path, name] of Object.entries({ "/capture/": "CaptureRequest", "/batch/": "BatchRequest" })) {
  const schema = { body: { $ref: `contract#/components/schemas/${name}` } };
  server.post(path, { schema }, () => ({ status: 1 }));
}
await server.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
