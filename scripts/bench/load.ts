/**
 * The load generator, in a separate process: runs one scenario for some seconds over some connections and reports the
 * results.
 */
import { ALL } from "./scenarios.ts";
import { Connection } from "./http-connection.ts";

export type Task = {
  readonly port: number;
  readonly scenario: string;
  readonly connections: number;
  readonly seconds: number;
  /** Continues until at least this many requests were sent. */
  readonly least: number;
  /** The first request's number. */
  readonly from: number;
  /** An additional header for each request. */
  readonly header?: string;
};

export type Load = {
  readonly requests: number;
  readonly seconds: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of responses with a status other than the scenario's, by status. */
  readonly wrong: Readonly<Record<number, number>>;
};

async function work({ port, scenario, connections, seconds, least, from, header }: Task): Promise<Load> {
  const found = ALL.find(({ name }) => name === scenario);
  if (!found) throw new Error(`There is no scenario ${scenario}.`);
  const latencies: number[] = [];
  const wrong: Record<number, number> = {};
  let next = from;
  const started = performance.now();
  const end = started + seconds * 1_000;
  const open = Array.from({ length: connections }, () => new Connection(port));
  await Promise.all(
    open.map(async (connection) => {
      for (let now = performance.now(); now < end || next - from < least;) {
        const { status } = await connection.send(withHeader(found.request((next += 1)), header));
        const then = performance.now();
        latencies.push(then - now);
        now = then;
        if (status !== found.status) wrong[status] = (wrong[status] ?? 0) + 1;
      }
      connection.close();
    }),
  );
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    requests: latencies.length,
    seconds: (performance.now() - started) / 1_000,
    p50: at(0.5),
    p99: at(0.99),
    wrong,
  };
}

const withHeader = (request: string, header: string | undefined): string =>
  header === undefined ? request : request.replace("\r\n", `\r\n${header}\r\n`);

process.on("message", (task: Task) => {
  work(task).then(
    (load) => process.send?.({ load }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
