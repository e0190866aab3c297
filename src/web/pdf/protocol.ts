/** What a page of ours and the frame that shows a PDF say to each other, and the address of the frame. */

/** Its headers, in `src/http/headers.ts`, keep it apart from everything: no origin, and no network but for its own parts. */
export const FRAME_ADDRESS = "/pdf/frame";

/** Bytes that are asked for at once. */
export const CHUNK = 262_144;

/** Enlargement: a number of CSS pixels a PDF point (1/72 inch), or as large as the frame is wide. */
export type Zoom = number | "width";

/** What stands beside the pages: themselves, small, or the outline of the file. */
export type Panel = "pages" | "outline";

export type Step = 1 | -1 | 0;

export const LEAST_ZOOM = 0.25;
export const MOST_ZOOM = 6;

export type ToFrame =
  | {
      readonly type: "open";
      /** Bytes of the whole file. */
      readonly length: number;
      /** The first of them. */
      readonly start: ArrayBuffer;
      readonly isDark: boolean;
      readonly language: string;
      /** What the sheet of a page is called: `#` stands for its number. */
      readonly pageName: string;
      /** What stands beside the pages is called by these. */
      readonly panelNames: Readonly<Record<Panel, string>>;
    }
  | { readonly type: "bytes"; readonly from: number; readonly bytes: ArrayBuffer }
  | { readonly type: "password"; readonly password: string }
  | { readonly type: "zoom"; readonly zoom: Zoom }
  /** `step` leads from the match that is shown to the next or the one before; 0 while the text is being typed. */
  | { readonly type: "find"; readonly text: string; readonly step: Step }
  | { readonly type: "panel"; readonly panel: Panel | null }
  | { readonly type: "go"; readonly page: number };

export type FromFrame =
  | { readonly type: "ready" }
  | { readonly type: "wants"; readonly from: number; readonly to: number }
  | { readonly type: "opened"; readonly pages: number; readonly hasOutline: boolean }
  /** Of `of` matches found so far, the one that is shown, from 1; 0 for none. `isOver` once all pages were searched. */
  | { readonly type: "found"; readonly at: number; readonly of: number; readonly isOver: boolean }
  /** Somebody pressed the keys for finding. */
  | { readonly type: "finds" }
  /** What lay over the pages was left. */
  | { readonly type: "closes" }
  | { readonly type: "moved"; readonly page: number; readonly scale: number }
  | { readonly type: "locked"; readonly isWrong: boolean }
  | { readonly type: "link"; readonly address: string }
  | { readonly type: "broken" };

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** The frame reads what a stranger may have made, so what it says is looked at like any input. Null for anything else. */
export function readMessage(data: unknown): FromFrame | null {
  if (!isRecord(data)) return null;
  const { type, from, to, pages, page, scale, isWrong, address, at, of } = data;
  switch (type) {
    case "ready":
    case "broken":
    case "finds":
    case "closes":
      return { type };
    case "found":
      return isCount(at) && isCount(of) && at <= of ? { type, at, of, isOver: data["isOver"] === true } : null;
    case "wants":
      return isCount(from) && isCount(to) && from < to ? { type, from, to } : null;
    case "opened":
      return isCount(pages) ? { type, pages, hasOutline: data["hasOutline"] === true } : null;
    case "moved":
      return isCount(page) && typeof scale === "number" && scale > 0 ? { type, page, scale } : null;
    case "locked":
      return { type, isWrong: isWrong === true };
    case "link":
      return typeof address === "string" && isLinkAddress(address) ? { type, address } : null;
    default:
      return null;
  }
}

/** Whether an address leads out of a PDF: to the web, or to a mail. */
export function isLinkAddress(address: string): boolean {
  return URL.canParse(address) && ["http:", "https:", "mailto:"].includes(new URL(address).protocol);
}
