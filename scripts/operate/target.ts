/** The instance that a backup or a restore is about, and the passphrase of a backup. */
import { findInstallation } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { ask } from "./prompt.ts";

/**
 * The instance's address and its ROOT_SECRET, from the file that `npm run setup` keeps for the environment. `--url` and the
 * environment variable ROOT_SECRET replace what the file says.
 */
export async function findTarget({
  env,
  url,
}: {
  readonly env?: string | undefined;
  readonly url?: string | undefined;
}): Promise<[origin: string, rootSecret: string]> {
  const kept = await findInstallation(env);
  const origin = url ?? kept?.origin;
  const secret = process.env.ROOT_SECRET ?? kept?.secrets["ROOT_SECRET"];
  if (origin === undefined)
    throw new OperatorError("Say which instance: --env NAME or --url https://octavo.example.com");
  if (!URL.canParse(origin)) throw new OperatorError(`--url must be an address such as https://octavo.example.com`);
  if (secret === undefined)
    throw new OperatorError("Set ROOT_SECRET, the instance's secret, in the environment of this command.");
  return [new URL(origin).origin, secret];
}

/** From BACKUP_PASSPHRASE or the terminal, so that it is in no list of processes. */
export async function readPassphrase(): Promise<string> {
  const given = process.env.BACKUP_PASSPHRASE ?? (await ask("Passphrase of the backup: ", "hidden"));
  if (given.length < 12) throw new OperatorError("The passphrase of a backup needs at least 12 characters.");
  return given;
}
