/** Normalization of email addresses. */

/**
 * The mailbox as rate limits and lookups use it: NFC, trimmed, lower case, with an ASCII domain. Dots and plus tags are
 * kept: their meaning depends on the provider, and folding them would let one person exhaust another's limits.
 */
export function normalizeEmail(value: string): string {
  // Lower-casing can leave text that is no longer normalized, so NFC is applied again to make the result a fixed point.
  const mailbox = value.normalize("NFC").trim().toLowerCase().normalize("NFC");
  const at = mailbox.lastIndexOf("@") + 1;
  return at === 0 ? mailbox : mailbox.slice(0, at) + asciiDomain(mailbox.slice(at));
}

/** Characters that no host name contains, so that the URL below is parsed as nothing but a host. */
const NOT_IN_HOST = /[\s#%/:<>?@[\\\]^|]/;
const ASCII = /^[ -~]*$/;

/**
 * The domain in the form used for sending mail (UTS #46, as in a URL), so that all spellings of a domain give one mailbox.
 * A domain without such a form is left unchanged.
 */
function asciiDomain(domain: string): string {
  if (ASCII.test(domain) || NOT_IN_HOST.test(domain) || !URL.canParse(`http://${domain}`)) return domain;
  return new URL(`http://${domain}`).hostname;
}
