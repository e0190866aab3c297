/** Checks that need Wrangler's login: versions of both Workers, migrations, queues and secrets. */
import { relative } from "node:path";
import * as z from "zod";
import { root } from "../../commands.ts";
import { npmRun } from "../installation.ts";
import { type Operator, outputOf } from "../operator.ts";
import type { Resources, WorkerName } from "../render.ts";
import { currentVersion } from "../worker-versions.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

type Target = {
  readonly env: string;
  readonly resources: Resources;
  readonly configs: Readonly<Record<WorkerName, string>>;
};

const Secrets = z.array(z.object({ name: z.string() }));

export async function checkAccount(operator: Operator, { env, resources, configs }: Target): Promise<Finding[]> {
  const findings: Finding[] = [];
  const attempt = async (check: string, fix: string, act: () => Promise<Finding>): Promise<void> => {
    findings.push(await act().catch((error: Error) => problem(check, error.message, fix)));
  };
  const setup = npmRun("setup", env);
  for (const worker of ["app", "parser"] as const) {
    const check = `version of ${resources.workers[worker]}`;
    await attempt(check, npmRun("deploy", env), async () => {
      const current = await currentVersion(operator, configs[worker]);
      return current?.percentage === 100
        ? ok(check, current.id)
        : warning(check, `${current?.id} has ${current?.percentage} % of the traffic`, npmRun("upgrade", env));
    });
  }
  const read = async (args: readonly string[]): Promise<string> => {
    const result = await operator.read(args);
    if (result?.code !== 0) throw new Error(result ? outputOf(result) : "not read");
    return result.stdout;
  };
  for (const { binding, name } of resources.databases) {
    const check = `migrations of ${name}`;
    await attempt(check, setup, async () => {
      const config = relative(root, configs.app);
      const text = await read(["d1", "migrations", "list", binding, "--remote", "--config", config]);
      const pending = text.match(/\d{4}_\w+\.sql/g) ?? [];
      return /No migrations to apply/i.test(text)
        ? ok(check, "none pending")
        : problem(
            check,
            `${pending.length} pending`,
            `npx wrangler d1 migrations apply ${binding} --remote --config ${config}`,
          );
    });
  }
  for (const name of resources.queues) {
    const check = `queue ${name}`;
    await attempt(check, setup, async () => {
      const consumers = /Number of Consumers:\s*(\d+)/.exec(await read(["queues", "info", name]))?.[1];
      return Number(consumers ?? 0) > 0
        ? ok(check, "has a consumer")
        : problem(check, "has no consumer", npmRun("deploy", env));
    });
  }
  await attempt("secrets", setup, async () => {
    const names = Secrets.parse(JSON.parse(await read(["secret", "list", "--name", resources.workers.app]))).map(
      ({ name }) => name,
    );
    const missing = ["ROOT_SECRET", "MONITORING_TOKEN"].filter((name) => !names.includes(name));
    return missing.length === 0
      ? ok("secrets", names.join(", "))
      : problem("secrets", `${missing.join(", ")} missing`, setup);
  });
  return findings;
}
