/** A development server that can be killed without warning and started again on the same folder. */
import type { ChildProcess } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { npm, startTree, stopTree } from "../commands.ts";
import { findFreePort } from "../server/free-port.ts";
import { untilHealthy } from "../server/healthy.ts";

export class KillableServer {
  readonly origin: string;
  readonly log: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #variables: readonly string[];
  #server: ChildProcess | null = null;

  private constructor(folder: string, port: number, variables: readonly string[]) {
    this.#folder = folder;
    this.#port = port;
    this.#variables = variables;
    this.origin = `http://localhost:${port}`;
    this.log = join(folder, "dev.log");
  }

  /** `variables` are those of the Worker, as `NAME:value`. */
  static async create(variables: readonly string[] = []): Promise<KillableServer> {
    const folder = await mkdtemp(join(tmpdir(), "octavo-kill-"));
    return new KillableServer(folder, await findFreePort(), ["RATE_LIMIT_SCALE:10000", ...variables]);
  }

  /** `version` is the folder with the project's files, by default these. */
  async start(env: NodeJS.ProcessEnv = {}, version?: string): Promise<void> {
    const output = await open(this.log, "a");
    const options = [
      "--port",
      String(this.#port),
      "--persist-to",
      join(this.#folder, "state"),
      "--inspector-port",
      "0",
    ];
    const variables = this.#variables.flatMap((variable) => ["--var", variable]);
    const server = startTree(npm, ["run", "dev", "--", "--built", ...options, ...variables], env, output.fd, version);
    let hasEnded = false;
    server.once("exit", () => (hasEnded = true));
    await output.close();
    this.#server = server;
    await untilHealthy(this.origin, () => hasEnded);
  }

  /** Kills all processes without warning; resolves once nothing listens on the port any more. */
  async kill(): Promise<void> {
    if (this.#server?.pid === undefined) throw new Error("The server was not started.");
    process.kill(-this.#server.pid, "SIGKILL");
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`${this.origin}/api/health`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      if (answer === null) return;
      await pause(50);
    }
    throw new Error("The port still responds after the server was killed.");
  }

  /** Throws unless the objects' databases are where the restarted server looks for them. */
  requireDatabases(object: string): void {
    const state = join(this.#folder, "state");
    if (globSync(`**/*${object}*/*.sqlite`, { cwd: state }).length === 0)
      throw new Error(`No database of ${object} was found in ${state}: a restart would prove nothing.`);
  }

  async lastLines(): Promise<string> {
    return (await readFile(this.log, "utf8")).split("\n").slice(-40).join("\n");
  }

  async stop(): Promise<void> {
    if (this.#server !== null) await stopTree(this.#server);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
