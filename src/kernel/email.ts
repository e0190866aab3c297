/** Addresses as they are compared. */

/**
 * The mailbox as limits and look-ups see it: NFC, trimmed, lower case, its domain in ASCII. Dots and plus tags stay, because what they mean
 * is each provider's own affair and folding them would let one person exhaust another's mailbox.
 */
export function normalizeEmail(value: string): string {
  // Lower-casing can leave a composed form, so the text is normalised again to make the key a fixed point.
  const mailbox = value.normalize("NFC").trim().toLowerCase().normalize("NFC");
  const at = mailbox.lastIndexOf("@") + 1;
  return at === 0 ? mailbox : mailbox.slice(0, at) + asciiDomain(mailbox.slice(at));
}

/** What a host name never contains, so that nothing but the host of a URL is read below. */
const NOT_IN_HOST = /[\s#%/:<>?@[\\\]^|]/;
const ASCII = /^[ -~]*$/;

/**
 * The domain as mail is sent to it (UTS #46, as in a URL), so that all spellings of one domain are one mailbox. A domain that
 * has no such form stays as it is.
 */
function asciiDomain(domain: string): string {
  if (ASCII.test(domain) || NOT_IN_HOST.test(domain) || !URL.canParse(`http://${domain}`)) return domain;
  return new URL(`http://${domain}`).hostname;
}
