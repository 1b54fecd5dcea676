import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { freePort } from "../../../src/test-support/free-port.ts";
import { waitUntil } from "../../../src/test-support/wait-until.ts";

/** How long nginx does not ask a node that refused a connection. */
export const BALANCER_FAIL_TIMEOUT_SECONDS = 1;

/** Returns the path of nginx: NGINX_PROGRAM, or where it is installed. Returns null if it is not. */
export function findNginx(): string | null {
  const { NGINX_PROGRAM, PATH = "" } = process.env;
  if (NGINX_PROGRAM) return NGINX_PROGRAM;
  const folders = [...PATH.split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path)) ?? null;
}

/** nginx in front of nodes, to which it passes requests on in turn. */
export class Balancer {
  readonly base: string;
  readonly #child: ChildProcess;

  private constructor(base: string, child: ChildProcess) {
    this.base = base;
    this.#child = child;
  }

  /** Starts nginx with its files in a new folder of the directory. */
  static async start(parent: string, nodePorts: readonly number[]): Promise<Balancer> {
    const directory = join(parent, "nginx");
    const port = await freePort();
    const config = join(directory, "nginx.conf");
    const errors = join(directory, "errors.log");
    await mkdir(directory);
    await writeFile(config, configuration(directory, port, nodePorts));
    const child = spawn(findNginx() ?? "nginx", ["-c", config, "-e", errors], { stdio: "ignore", detached: true });
    child.on("error", () => undefined); // it will not answer
    const base = `http://127.0.0.1:${port}`;
    await waitUntil(() =>
      fetch(base).then(
        () => true,
        () => false,
      ),
    );
    return new Balancer(base, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await ended;
  }
}

function configuration(directory: string, port: number, nodePorts: readonly number[]): string {
  const servers = nodePorts.map((node) => `server 127.0.0.1:${node} fail_timeout=${BALANCER_FAIL_TIMEOUT_SECONDS}s;`);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid ${directory}/nginx.pid;
    events {}
    http {
      access_log off;
      ${folders.map((folder) => `${folder}_temp_path ${directory}/${folder};`).join("\n")}
      client_max_body_size 20m;
      upstream sightline { ${servers.join(" ")} keepalive 32; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://sightline;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
        }
      }
    }`;
}
