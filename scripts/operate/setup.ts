/** The steps of `npm run setup`. Each can be repeated, so that an interrupted run continues when it is started again. */
import { auditKey } from "../audit/public-key.ts";
import { root } from "../commands.ts";
import { chooseAccount } from "./account.ts";
import { editedAnswers } from "./adoption.ts";
import {
  DEFAULT_ENV,
  findInstallation,
  type Installation,
  installationFile,
  npmRun,
  saveInstallation,
} from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { enableMail } from "./mail.ts";
import { createOperator, NOTHING_CHANGED, type Operator } from "./operator.ts";
import type { Prompt } from "./prompt.ts";
import { type AnswerFlags, ask } from "./questions.ts";
import {
  configFiles,
  editedNames,
  readTrackedConfig,
  remoteDatabase,
  render,
  validateEnv,
  writeConfigs,
} from "./render.ts";
import { deployRecorded } from "./recorded-deployment.ts";
import { createMissing } from "./resources.ts";
import { withSecrets } from "./secrets.ts";
import { insertOperatorLink } from "./sign-in-link.ts";
import type { RunWrangler } from "./wrangler.ts";

export type SetupOptions = {
  readonly env: string;
  readonly flags: AnswerFlags;
  /** Name or id of the Cloudflare account, if the login can use several. */
  readonly account: string | null;
  readonly isDryRun: boolean;
  /** Null to use defaults without asking. */
  readonly prompt: Prompt | null;
  readonly run: RunWrangler;
  readonly say: (line: string) => void;
  /** Builds the browser's files. */
  readonly build: () => Promise<void>;
  /** Folder of the answers file. */
  readonly folder?: string;
};

/** Throws an OperatorError that names the command that failed. */
export async function setUp(options: SetupOptions): Promise<void> {
  const { env, isDryRun, run, say, build, folder = root } = options;
  await validateEnv(env);
  const answered = await answer(options, folder);
  const { account, location, mailFrom } = answered;
  const { workers } = (await render(answered)).resources;
  const canAsk = options.prompt !== null;
  const reader = createOperator({ run, say, isDryRun, canAsk, account });
  const installation = await withSecrets(reader, answered, workers.app);
  const secrets = Object.values(installation.secrets);
  const operator = createOperator({ run, say, isDryRun, canAsk, account, secrets });
  if (!isDryRun) await saveInstallation(installation, folder);
  const { resources } = isDryRun ? await render(installation) : await writeConfigs(installation);
  await createMissing(operator, resources, location);
  say("$ npm run build:web");
  if (!isDryRun) await build();
  await deployRecorded(
    operator,
    { resources, configs: configFiles(env), secrets: installation.secrets },
    { env, folder },
  );
  if (mailFrom !== null) await enableMail(operator, mailFrom);
  await finish(operator, installation, installationFile(env, folder));
}

/** The installation according to flags, earlier answers and the terminal, without the secrets that are still missing. */
async function answer(options: SetupOptions, folder: string): Promise<Installation> {
  const { env, flags, isDryRun, prompt, run } = options;
  const earlier = await findInstallation(env, folder);
  const edited = earlier
    ? null
    : env === DEFAULT_ENV
      ? editedAnswers(await readTrackedConfig(), await editedNames())
      : null;
  const answers = await ask(flags, earlier ?? edited?.earlier ?? {}, prompt);
  const wanted = options.account ?? earlier?.account ?? null;
  const account = isDryRun ? wanted : await chooseAccount(run, wanted, prompt);
  const { variables = {}, config = {}, names } = earlier ?? edited ?? {};
  return { env, account, ...answers, variables, secrets: earlier?.secrets ?? {}, ...(names && { names }), config };
}

async function finish(operator: Operator, installation: Installation, file: string): Promise<void> {
  const { env, origin, admins, secrets } = installation;
  const [admin] = admins;
  const { ROOT_SECRET: rootSecret } = secrets;
  if (admin === undefined || rootSecret === undefined) throw new OperatorError(`${file} is incomplete.`);
  const link = await insertOperatorLink(operator, { origin, rootSecret }, admin, remoteDatabase(env));
  if (operator.isDryRun) return operator.say(NOTHING_CHANGED);
  operator.say(`
Octavo is at ${origin}. A new domain can take some minutes until it responds.

Keep a copy of ${file}: it contains this installation's answers and secrets.
Keep the audit log's public key apart from the service: ${await auditKey({ origin, rootSecret })}

Sign in as ${admin} (once, within ten minutes; for another link: ${npmRun("signin", env, admin)}):
${link}`);
}
