/** Decides which addresses are allowed in pasted links and images. */

const LINKS = new Set(["http:", "https:", "mailto:", "tel:"]);
const IMAGES = new Set(["http:", "https:"]);

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Relative addresses are rejected: the page that they were relative to is unknown. */
export const isLinkAddress = (address: string): boolean => LINKS.has(parse(address)?.protocol ?? "");

export const isImageAddress = (address: string): boolean => IMAGES.has(parse(address)?.protocol ?? "");

/** The address, if the text consists of nothing else. */
export function soleAddress(text: string): string | null {
  const trimmed = text.trim();
  return /^(https?:\/\/|mailto:)[^\s<>]+$/i.test(trimmed) && isLinkAddress(trimmed) ? trimmed : null;
}

/** Escapes an address for use as a link destination. */
export const linkDestination = (address: string): string =>
  /[()\s]/.test(address) ? `<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>` : address;
