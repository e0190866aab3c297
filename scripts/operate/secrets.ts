/** The secrets that setup generates. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { type Installation } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { type Operator, outputOf } from "./operator.ts";

const Secrets = z.array(z.object({ name: z.string() }));
/** The shortest ROOT_SECRET that the Worker accepts. */
const MIN_LENGTH = 32;

const generate = (): string => randomBytes(32).toString("base64url");

/**
 * Adds the secrets that the answers lack. Throws an OperatorError if the deployed Worker `name` has a ROOT_SECRET that the answers
 * lack, or the environment has another one than the answers: a new one would void the links that were sent, and sign the audit
 * log with another key.
 */
export async function withSecrets(operator: Operator, installation: Installation, name: string): Promise<Installation> {
  const { secrets } = installation;
  const given = process.env.ROOT_SECRET || undefined;
  const { ROOT_SECRET = given } = secrets;
  if (given !== undefined && given !== ROOT_SECRET)
    throw new OperatorError(
      "The environment variable ROOT_SECRET differs from the answers file. Unset it; to rotate the secret, change it in the file.",
    );
  if (ROOT_SECRET !== undefined && ROOT_SECRET.length < MIN_LENGTH)
    throw new OperatorError(`ROOT_SECRET must have at least ${MIN_LENGTH} characters.`);
  if (ROOT_SECRET === undefined && (await listSecrets(operator, name)).includes("ROOT_SECRET"))
    throw new OperatorError(
      `The Worker ${name} already has a ROOT_SECRET. Put your copy of it into the environment variable ROOT_SECRET, and repeat npm run setup.`,
    );
  return {
    ...installation,
    secrets: { MONITORING_TOKEN: generate(), ...secrets, ROOT_SECRET: ROOT_SECRET ?? generate() },
  };
}

/** Empty if the Worker does not exist yet. */
async function listSecrets(operator: Operator, name: string): Promise<readonly string[]> {
  const result = await operator.read(["secret", "list", "--name", name]);
  if (result === null) return [];
  if (result.code === 0) return Secrets.parse(JSON.parse(result.stdout)).map((secret) => secret.name);
  const output = outputOf(result);
  if (/not found|does not exist/i.test(output)) return [];
  throw new OperatorError(`${output}\nThe secrets of the Worker ${name} could not be listed.`);
}
