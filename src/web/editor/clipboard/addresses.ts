/** Which addresses a link or a picture may have when it comes out of a paste. */

const LINKS = new Set(["http:", "https:", "mailto:", "tel:"]);
const IMAGES = new Set(["http:", "https:"]);

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Relative addresses name nothing here: the page they were relative to is not known. */
export const isLinkAddress = (address: string): boolean => LINKS.has(parse(address)?.protocol ?? "");

export const isImageAddress = (address: string): boolean => IMAGES.has(parse(address)?.protocol ?? "");

/** Text that is one address and nothing else. */
export function soleAddress(text: string): string | null {
  const trimmed = text.trim();
  return /^(https?:\/\/|mailto:)[^\s<>]+$/i.test(trimmed) && isLinkAddress(trimmed) ? trimmed : null;
}

/** An address as it stands in the brackets of a link. */
export const linkDestination = (address: string): string =>
  /[()\s]/.test(address) ? `<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>` : address;
