/** Checks the DNS records that receivers of mail look at. */
import { type Finding, ok, warning } from "./finding.ts";

/** Text records of a name, each joined from its parts. Rejects if there are none. */
export type ResolveText = (name: string) => Promise<string[][]>;

/** Cloudflare's Email Service signs with this selector. */
const DKIM_SELECTOR = "cf-bounce._domainkey";

export async function checkMail(domain: string, resolve: ResolveText): Promise<Finding[]> {
  const records = async (name: string): Promise<string[]> =>
    (await resolve(name).catch(() => [])).map((parts) => parts.join(""));
  const fix = `npx wrangler email sending dns get ${domain}`;
  // Receivers compare the bounce address, which is on a subdomain of Email Service's own.
  const [bounce, dmarc, dkim] = await Promise.all([
    records(`cf-bounce.${domain}`),
    records(`_dmarc.${domain}`),
    records(`${DKIM_SELECTOR}.${domain}`),
  ]);
  const has = (found: readonly string[], prefix: string): boolean =>
    found.some((text) => text.toLowerCase().startsWith(prefix));
  const finding = (check: string, found: boolean, name: string): Finding =>
    found ? ok(check, `${name} has a record`) : warning(check, `${name} has no record`, fix);
  return [
    finding("SPF", has(bounce, "v=spf1"), `cf-bounce.${domain}`),
    finding(
      "DKIM",
      dkim.some((text) => /(^|;)\s*p=\S/.test(text)),
      `${DKIM_SELECTOR}.${domain}`,
    ),
    finding("DMARC", has(dmarc, "v=dmarc1"), `_dmarc.${domain}`),
  ];
}
