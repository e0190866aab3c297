/**
 * Parses the source of an image (an `Image` node) into its content and the position of each part.
 *
 * `![alt|480x270](address "caption")`: width and height in pixels, or the width alone, after the last bar of the
 * description. Other programs read the same form, or show it as part of the description; the height lets the initial
 * HTML reserve space for the image. Positions are relative to the start of the source.
 */
type Range = { readonly from: number; readonly to: number };

export type ImageModel = {
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly address: string;
  readonly title: string;
  /** The range between the brackets: description and size. */
  readonly label: Range;
  /** The range between the parentheses. */
  readonly destination: Range;
};

const SHAPE = /^!\[((?:\\[^]|[^\\])*)\]\(([^]*)\)$/;
const DESTINATION =
  /^\s*(?:<((?:\\.|[^<>\\\n])*)>|(\S*))(?:\s+("(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\((?:\\[^]|[^()\\])*\)))?\s*$/;
const SIZE = /(?:^|\|)(\d{1,5})(?:x(\d{1,5}))?$/;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** Null for an image whose address is defined elsewhere in the document (`![alt][name]`). */
export function imageModel(source: string): ImageModel | null {
  const shape = SHAPE.exec(source);
  if (!shape) return null;
  const [, label = "", inside = ""] = shape;
  const parts = DESTINATION.exec(inside);
  if (!parts) return null;
  const size = label.includes("|") ? SIZE.exec(label) : null;
  // In a table, the bar before the size is escaped.
  const alt = size ? label.slice(0, size.index).replace(/\\$/, "") : label;
  return {
    alt: unescaped(alt),
    width: size ? Number(size[1]) || null : null,
    height: size?.[2] === undefined ? null : Number(size[2]) || null,
    address: unescaped(parts[1] ?? parts[2] ?? ""),
    title: unescaped(parts[3]?.slice(1, -1) ?? ""),
    label: { from: 2, to: 2 + label.length },
    destination: { from: 2 + label.length + 2, to: source.length - 1 },
  };
}

const unescaped = (text: string): string => text.replaceAll(ESCAPE, "$1");

export type Size = { readonly width: number; readonly height: number | null };

export function writeLabel(alt: string, size: Size | null): string {
  const written = alt
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\[\]|]/g, "\\$&");
  if (!size) return written;
  return `${written}|${size.width}${size.height === null ? "" : `x${size.height}`}`;
}

export function writeDestination(address: string, title: string): string {
  const isPlain = address !== "" && !/[\s<>()\\]/.test(address);
  const written = isPlain ? address : `<${address.replaceAll(/\s/g, "%20").replaceAll(/[<>\\]/g, "\\$&")}>`;
  const caption = title.trim().replaceAll(/\s+/g, " ");
  return caption === "" ? written : `${written} "${caption.replaceAll(/["\\]/g, "\\$&")}"`;
}

export const writeImage = (image: { alt: string; size: Size | null; address: string; title: string }): string =>
  `![${writeLabel(image.alt, image.size)}](${writeDestination(image.address, image.title)})`;

/** Addresses that our content security policy lets a browser load: our own files, and data URLs of images. */
export const isLoadable = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) || /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(address);

/** Addresses that a link may point to. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);
