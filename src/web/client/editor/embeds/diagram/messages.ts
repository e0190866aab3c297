/** Messages between the page and the diagram frame, and the frame's address. */

/** Its headers, in `src/http/headers.ts`, isolate it: no origin, no network. */
export const FRAME_ADDRESS = "/diagram/frame";

export type Colours = {
  readonly isDark: boolean;
  readonly ink: string;
  readonly soft: string;
  readonly edge: string;
  readonly wash: string;
  readonly ground: string;
};

export type DiagramRequest = { readonly id: number; readonly source: string; readonly colours: Colours };

export type DiagramReply =
  | { readonly id: number; readonly svg: string; readonly width: number; readonly height: number }
  | { readonly id: number; readonly error: string };

export const READY = "diagram-frame-ready";

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object";

/** Maximum side length in pixels: anything larger is an error or malicious. */
const LARGEST = 20_000;

const isSide = (value: unknown): value is number => typeof value === "number" && value > 0 && value <= LARGEST;

/** The frame processes untrusted source, so its messages are validated like any input. */
export function readReply(data: unknown): DiagramReply | null {
  if (!isRecord(data) || typeof data.id !== "number") return null;
  const { id, svg, width, height, error } = data;
  if (typeof error === "string") return { id, error: error.slice(0, 300) };
  if (typeof svg !== "string" || !svg.startsWith("<svg") || !isSide(width) || !isSide(height)) return null;
  return { id, svg, width, height };
}
