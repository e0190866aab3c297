/** Lets the account send mail from the installation's domain, as far as Wrangler can. */
import { OperatorError } from "./operator-error.ts";
import { type Operator, outputOf } from "./operator.ts";

/**
 * Mail is not needed to finish an installation, because administrators get their sign-in link from `npm run signin`: a failure
 * becomes a line that says what to do.
 */
export async function enableMail(operator: Operator, from: string): Promise<void> {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const listed = await operator.read(["email", "sending", "list", domain]);
  if (listed && listed.code === 0 && isEnabled(listed.stdout, domain)) return;
  try {
    await operator.change(["email", "sending", "enable", domain]);
    if (operator.isDryRun) return;
    operator.say(
      `Mail is enabled. If it does not arrive, compare the records of: npx wrangler email sending dns get ${domain}`,
    );
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (listed) operator.say(outputOf(listed));
    operator.say(
      `Mail is not enabled. In the dashboard, open Email Sending, choose Onboard Domain, and add ${domain}.`,
    );
  }
}

const isEnabled = (table: string, domain: string): boolean =>
  table.split("\n").some((line) => {
    const [, name, enabled] = line.split("│").map((cell) => cell.trim());
    return name === domain && enabled === "yes";
  });
