/** The Cloudflare account of an installation. */
import * as z from "zod";
import { OperatorError } from "./operator-error.ts";
import type { Prompt } from "./prompt.ts";
import type { RunWrangler } from "./wrangler.ts";

const Login = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) });

/**
 * Resolves to the id of the account with this name or id, or the one chosen at the terminal; null if the login can use a single
 * one. Throws an OperatorError without a login.
 */
export async function chooseAccount(
  run: RunWrangler,
  wanted: string | null,
  prompt: Prompt | null,
): Promise<string | null> {
  const { code, stdout, stderr } = await run(["whoami", "--json"], { capture: true });
  if (code !== 0)
    throw new OperatorError(`${stderr}\nIf Wrangler is not signed in to Cloudflare: npx wrangler login`.trim());
  const { accounts } = Login.parse(JSON.parse(stdout));
  const find = (text: string) => accounts.find(({ id, name }) => text === id || text === name)?.id;
  if (wanted !== null) {
    const id = find(wanted);
    // A token for a single account may be unable to list it.
    if (id === undefined && accounts.length > 0) throw unknown(wanted, accounts);
    return id ?? wanted;
  }
  if (accounts.length <= 1 || process.env.CLOUDFLARE_ACCOUNT_ID) return null;
  const names = accounts.map(({ name }) => name).join(", ");
  if (!prompt) throw new OperatorError(`An answer is missing: --account. Your login can use several: ${names}.`);
  const typed = (await prompt(`Cloudflare account (${names}): `)).trim();
  const id = find(typed);
  if (id === undefined) throw unknown(typed, accounts);
  return id;
}

const unknown = (wanted: string, accounts: readonly { readonly name: string }[]): OperatorError =>
  new OperatorError(
    `Your login cannot use the account ${JSON.stringify(wanted)}, but: ${accounts.map(({ name }) => name).join(", ")}.`,
  );
