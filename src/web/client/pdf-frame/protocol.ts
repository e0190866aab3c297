/** Messages between our page and the frame that shows a PDF, and the frame's address. */
import { isCount, isRecord, readThreadMessage, type ThreadsFromFrame, type ThreadsToFrame } from "./thread-protocol.ts";

/** Its headers, in `src/http/headers.ts`, isolate it: no origin, and no network except for its own files. */
export const FRAME_ADDRESS = "/pdf/frame";

/** Bytes per request. */
export const CHUNK = 262_144;

/** Zoom: CSS pixels per PDF point (1/72 inch), or fit to the frame's width. */
export type Zoom = number | "width";

/** The panel next to the pages: thumbnails, or the file's outline. */
export type Panel = "pages" | "outline";

export type Step = 1 | -1 | 0;

export const MIN_ZOOM = 0.25;
export const MAX_ZOOM = 6;

export type ToFrame =
  | {
      readonly type: "open";
      /** Size of the file in bytes. */
      readonly length: number;
      /** The first bytes of the file. */
      readonly start: ArrayBuffer;
      readonly isDark: boolean;
      readonly language: string;
      /** Accessible name of a page; `#` stands for its number. */
      readonly pageName: string;
      /** Accessible names of the panels. */
      readonly panelNames: Readonly<Record<Panel, string>>;
      /** Label of the button for a comment on the selected words; null if the user may not comment. */
      readonly commentLabel: string | null;
    }
  | ThreadsToFrame
  | { readonly type: "bytes"; readonly from: number; readonly bytes: ArrayBuffer }
  | { readonly type: "password"; readonly password: string }
  | { readonly type: "zoom"; readonly zoom: Zoom }
  /** `step` moves to the next or previous match; 0 while the user is typing. */
  | { readonly type: "find"; readonly text: string; readonly step: Step }
  | { readonly type: "panel"; readonly panel: Panel | null }
  | { readonly type: "go"; readonly page: number };

export type FromFrame =
  | ThreadsFromFrame
  | { readonly type: "ready" }
  | { readonly type: "wants"; readonly from: number; readonly to: number }
  | { readonly type: "opened"; readonly pages: number; readonly hasOutline: boolean }
  /**
   * `at` is the current match, counted from 1 (0 for none), out of `of` found so far. `isOver` once all pages were searched.
   */
  | { readonly type: "found"; readonly at: number; readonly of: number; readonly isOver: boolean }
  /** The user pressed the find shortcut. */
  | { readonly type: "finds" }
  /** The panel that overlaid the pages was closed. */
  | { readonly type: "closes" }
  | { readonly type: "moved"; readonly page: number; readonly scale: number }
  | { readonly type: "locked"; readonly isWrong: boolean }
  | { readonly type: "link"; readonly address: string }
  | { readonly type: "broken" };

/** The frame parses untrusted files, so its messages are validated like any input. Returns null for an invalid message. */
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
      return readThreadMessage(data);
  }
}

/** Whether an address in a PDF may be opened: web or email. */
export function isLinkAddress(address: string): boolean {
  return URL.canParse(address) && ["http:", "https:", "mailto:"].includes(new URL(address).protocol);
}
