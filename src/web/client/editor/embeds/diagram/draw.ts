/** Renders diagrams: sends their source to the sandboxed frame and gets an image that runs and loads nothing. */
import { type Colours, type DiagramRequest, FRAME_ADDRESS, READY, readReply } from "./messages.ts";
import { words } from "../../../../../words/editor-embeds.ts";
import { element } from "../../../ui/dom.ts";
import { isDark } from "../../../ui/theme.ts";

export type Diagram = { readonly address: string; readonly width: number; readonly height: number };

/** Paper is white in both themes. */
export type Ground = "screen" | "paper";

/** In ms. A diagram that takes longer may never finish: the frame is removed, and the next diagram gets a new one. */
const LONGEST_WAIT = 15_000;
const LONGEST_SOURCE = 50_000;
const MAX_KEPT = 120;

type Waiting = { readonly resolve: (diagram: Diagram) => void; readonly reject: (error: Error) => void; timer: number };

let frame: {
  readonly host: HTMLIFrameElement;
  readonly ready: Promise<void>;
  readonly waiting: Map<number, Waiting>;
} | null = null;
let lastId = 0;

type Kept = {
  readonly drawn: Promise<Diagram>;
  /** The result, once available. */
  result: Diagram | Error | null;
  /** The decoded image: while it is referenced, the browser shows other images with this address without delay. */
  picture: HTMLImageElement | null;
};

const kept = new Map<string, Kept>();

function openFrame(): NonNullable<typeof frame> {
  const waiting = new Map<number, Waiting>();
  const host = element("iframe", {
    sandbox: "allow-scripts",
    "aria-hidden": "true",
    tabindex: -1,
    title: words.diagrams,
  });
  // Not `display: none`: the library measures text.
  Object.assign(host.style, {
    position: "fixed",
    left: "-3000px",
    top: "0",
    width: "1000px",
    height: "800px",
    border: "0",
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  addEventListener("message", (event) => {
    // A sandboxed document has an opaque origin, so compare its window instead.
    if (event.source !== host.contentWindow || event.origin !== "null") return;
    if (event.data === READY) return resolve();
    const reply = readReply(event.data);
    const asked = reply === null ? undefined : waiting.get(reply.id);
    if (reply === null || asked === undefined) return;
    waiting.delete(reply.id);
    clearTimeout(asked.timer);
    if ("error" in reply) return asked.reject(new Error(reply.error));
    const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(reply.svg)}`;
    asked.resolve({ address, width: reply.width, height: reply.height });
  });
  host.src = FRAME_ADDRESS;
  document.body.append(host);
  return { host, ready: promise, waiting };
}

function closeFrame(reason: string): void {
  const closed = frame;
  frame = null;
  closed?.host.remove();
  for (const { reject, timer } of closed?.waiting.values() ?? []) {
    clearTimeout(timer);
    reject(new Error(reason));
  }
}

async function ask(source: string, colours: Colours): Promise<Diagram> {
  if (source.length > LONGEST_SOURCE) throw new Error(words.tooLong);
  frame ??= openFrame();
  const { host, ready, waiting } = frame;
  const request: DiagramRequest = { id: ++lastId, source, colours };
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => closeFrame(words.tooSlow), LONGEST_WAIT);
    waiting.set(request.id, { resolve, reject, timer });
    // The frame's origin is opaque and cannot be named as the target; the message only contains text of the surrounding
    // page.
    void ready.then(() => host.contentWindow?.postMessage(request, "*"));
  });
}

/** The page's current colours: a diagram in the other theme is a different image. */
function coloursOf(ground: Ground): Colours {
  // A token has a value per theme, which is only resolved on an element that uses it.
  const probe = document.body.appendChild(element("span"));
  if (ground === "paper") probe.style.colorScheme = "light";
  const read = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    isDark: ground === "screen" && isDark(),
    ink: read("--ink"),
    soft: read("--soft"),
    edge: read("--edge"),
    wash: read("--wash"),
    ground: read("--ground"),
  };
  probe.remove();
  return colours;
}

const keyOf = (source: string, { ink, ground }: Colours): string => `${ink}${ground}\n${source}`;

async function keepResult(entry: Kept): Promise<void> {
  try {
    const diagram = await entry.drawn;
    entry.picture = new Image();
    entry.picture.src = diagram.address;
    entry.result = diagram;
  } catch (error) {
    entry.result = error instanceof Error ? error : new Error(String(error));
  }
}

/** Rejects with a message that can be shown to the user. */
export function drawDiagram(source: string, ground: Ground): Promise<Diagram> {
  const colours = coloursOf(ground);
  const key = keyOf(source, colours);
  const known = kept.get(key);
  if (known !== undefined) return known.drawn;
  const entry: Kept = { drawn: ask(source, colours), result: null, picture: null };
  kept.set(key, entry);
  void keepResult(entry);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return entry.drawn;
}

/** The result of an earlier `drawDiagram`; null if there is none yet. */
export const drawnDiagram = (source: string, ground: Ground): Diagram | Error | null =>
  kept.get(keyOf(source, coloursOf(ground)))?.result ?? null;
