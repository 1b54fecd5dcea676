import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { freePort } from "../../../test/support/free-port.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

/** How long nginx does not ask a node that refused a connection. */
export const BALANCER_FAIL_TIMEOUT_SECONDS = 1;

export type BalancerName = "nginx" | "haproxy";

/** Returns the path of a balancer: NGINX_PROGRAM, HAPROXY_PROGRAM, or where it is installed. Null if it is not. */
export function findBalancer(name: BalancerName): string | null {
  const { PATH = "", [`${name.toUpperCase()}_PROGRAM`]: program } = process.env;
  if (program) return program;
  const folders = [...PATH.split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** nginx or HAProxy in front of nodes, to which it passes requests on in turn. */
export class Balancer {
  readonly base: string;
  readonly #child: ChildProcess;

  private constructor(base: string, child: ChildProcess) {
    this.base = base;
    this.#child = child;
  }

  /** Starts a balancer with its files in a new folder of the directory. */
  static async start(name: BalancerName, parent: string, nodePorts: readonly number[]): Promise<Balancer> {
    const directory = join(parent, name);
    const port = await freePort();
    const config = join(directory, "configuration");
    await mkdir(directory);
    const isNginx = name === "nginx";
    await writeFile(config, isNginx ? nginxFile(directory, port, nodePorts) : await haproxyFile(port, nodePorts));
    const args = isNginx ? ["-c", config, "-e", join(directory, "errors.log")] : ["-f", config];
    const child = spawn(findBalancer(name) ?? name, args, { stdio: "ignore", detached: true });
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

function nginxFile(directory: string, port: number, nodePorts: readonly number[]): string {
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

const HAPROXY_FILE = new URL("../../../deploy/haproxy.cfg", import.meta.url);

/** Returns the documented configuration of HAProxy with these nodes, but with a plain front end. */
async function haproxyFile(port: number, nodePorts: readonly number[]): Promise<string> {
  const documented = await readFile(HAPROXY_FILE, "utf8");
  const servers = nodePorts.map((node) => `    server node-${node} 127.0.0.1:${node}`);
  return documented
    .replace(
      /^frontend .*?(?=^backend )/ms,
      `frontend sightline\n    bind 127.0.0.1:${port}\n    default_backend nodes\n\n`,
    )
    .replace(/^ +server .*$/m, servers.join("\n"));
}
