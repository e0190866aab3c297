/** Decides which addresses in a document become links, and how external links are marked. */

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i;
/** Characters that browsers remove from an address before reading its scheme. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const IGNORED = /[\u0000-\u0020\u007f]/g;

/** The address for a link; null for schemes that run code or carry content, such as `javascript:` and `data:`. */
export function safeAddress(written: string): string | null {
  const address = written.trim();
  const read = address.replace(IGNORED, "");
  if (read === "") return null;
  return SCHEME.test(read) && !SAFE_SCHEME.test(read) ? null : address;
}

/** The address of a link without brackets: `www.example.com`, `ann@example.com`. */
export function bareAddress(written: string): string | null {
  if (SCHEME.test(written)) return safeAddress(written);
  return written.includes("@") && !written.includes("/") ? `mailto:${written}` : `https://${written}`;
}

/** `//host` and addresses with a web scheme are external. */
const leadsElsewhere = (address: string): boolean => /^(?:https?:|[/\\]{2})/i.test(address);

export function linkAttributes(address: string | null): Record<string, string> {
  if (address === null) return {};
  return leadsElsewhere(address)
    ? { href: address, rel: "noopener noreferrer nofollow", target: "_blank" }
    : { href: address };
}
