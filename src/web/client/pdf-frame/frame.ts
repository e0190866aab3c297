/**
 * Shows a PDF in a separate document without origin or network access, since it parses untrusted files. Its bytes come from
 * the parent page, in chunks as needed.
 */
import {
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFWorker,
  type TextLayer,
} from "pdfjs-dist";
import type { Finder } from "./find.ts";
import { PageView, type Size } from "./page-view.ts";
import type { Opened } from "./panel.ts";
import {
  CHUNK,
  type FromFrame,
  MIN_ZOOM,
  MAX_ZOOM,
  type Panel,
  type Step,
  type ToFrame,
  type Zoom,
} from "./protocol.ts";
import { startWorker } from "./start-worker.ts";
import type { Threads } from "./threads.ts";

/** Only the parent page may send messages; a document with an opaque origin still knows its address. */
const page = location.origin;
const parts = `${page}/pdf/`;

/** A4 in PDF points, used until the first page has been read. */
const USUAL: Size = { width: 595, height: 842 };
/** Maximum width of a page by default, in CSS pixels. */
const WIDEST = 1_000;
const PADDING = 24;
/** Images with more pixels are omitted, since decoding one would use up all memory. */
const LARGEST_IMAGE = 100_000_000;

const say = (message: FromFrame): void => parent.postMessage(message, page);

/** Requests each chunk from the parent page. */
class Pieces extends PDFDataRangeTransport {
  override requestDataRange(from: number, to: number): void {
    say({ type: "wants", from, to });
  }
}

let pieces: Pieces | null = null;
let answerPassword: ((password: string) => void) | null = null;
let opened: PDFDocumentProxy | null = null;
let finder: Finder | null = null;
let threads: Promise<Threads> | null = null;
let panel: Opened | null = null;
let names: Pick<Extract<ToFrame, { type: "open" }>, "pageName" | "panelNames" | "commentLabel"> | null = null;
let views: readonly PageView[] = [];
let zoom: Zoom = "width";
/** Text layers of the pages that are drawn. */
const letters = new Map<number, TextLayer>();
let usual = USUAL;
let scale = 1;

/** In a narrow window, the panel overlays the pages. Same value as in frame.css. */
const narrow = matchMedia("(max-width: 32rem)");

const sheets = document.createElement("main");
document.body.append(sheets);

function scaleNow(): number {
  if (zoom !== "width") return zoom;
  const beside = narrow.matches ? 0 : (panel?.element.offsetWidth ?? 0);
  const room = Math.min(document.documentElement.clientWidth - beside - PADDING, WIDEST);
  return Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, room / usual.width));
}

/** Keeps the scroll position at the top, and horizontally at the centre. */
function layOut(): void {
  const next = scaleNow();
  if (next === scale) return;
  const { scrollHeight, clientWidth } = document.documentElement;
  const [across, down] = [(scrollX + clientWidth / 2) / scale, scrollY / Math.max(1, scrollHeight)];
  scale = next;
  for (const view of views) view.resize(scale);
  scrollTo(across * scale - clientWidth / 2, down * document.documentElement.scrollHeight);
  tellPlace();
}

/** The page at the middle of the screen, or the last one above it. */
function currentPage(): number {
  const middle = innerHeight / 2;
  const behind = views.findIndex(({ element }) => element.getBoundingClientRect().top > middle);
  return behind < 0 ? views.length : Math.max(1, behind);
}

function tellPlace(): void {
  const current = currentPage();
  say({ type: "moved", page: current, scale });
  panel?.mark(current);
}

function goTo(number: number): void {
  views[number - 1]?.element.scrollIntoView({ block: "start" });
}

async function open({ length, start, language, isDark, ...named }: Extract<ToFrame, { type: "open" }>): Promise<void> {
  names = named;
  document.documentElement.lang = language;
  document.documentElement.toggleAttribute("data-dark", isDark);
  pieces = new Pieces(length, new Uint8Array(start), start.byteLength >= length);
  const worker: PDFWorker = await startWorker(`${parts}worker.mjs`);
  const loading = getDocument({
    range: pieces,
    worker,
    rangeChunkSize: CHUNK,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}fonts/`,
    wasmUrl: `${parts}wasm/`,
    iccUrl: `${parts}iccs/`,
    enableXfa: false,
    maxImageSize: LARGEST_IMAGE,
    // Do not log its errors to the user's console.
    verbosity: 0,
  });
  loading.onPassword = (answer: (password: string) => void, reason: number) => {
    answerPassword = answer;
    say({ type: "locked", isWrong: reason === PasswordResponses.INCORRECT_PASSWORD });
  };
  try {
    opened = await loading.promise;
    await show(opened);
  } catch {
    say({ type: "broken" });
  }
}

const nameOf = (number: number): string => (names?.pageName ?? "").replace("#", String(number));

async function show(file: PDFDocumentProxy): Promise<void> {
  const first = (await file.getPage(1)).getViewport({ scale: 1 });
  usual = { width: first.width, height: first.height };
  views = Array.from({ length: file.numPages }, (_, at) => {
    return new PageView(file, at + 1, nameOf(at + 1), usual, goTo, (number, layer) => {
      if (layer === null) letters.delete(number);
      else letters.set(number, layer);
      finder?.redraw();
      void threads?.then((shown) => shown.redraw());
    });
  });
  const byElement = new Map(views.map((view) => [view.element, view]));
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        byElement.get(target as HTMLDivElement)?.approach(isIntersecting);
    },
    // In a cross-origin frame, a margin around the implicit root has no effect.
    { root: document, rootMargin: "100% 0px" },
  );
  scale = scaleNow();
  for (const view of views) {
    view.resize(scale);
    nearby.observe(view.element);
  }
  sheets.replaceChildren(...views.map(({ element }) => element));
  const outline = await file.getOutline().catch(() => null);
  say({ type: "opened", pages: file.numPages, hasOutline: (outline?.length ?? 0) > 0 });
  tellPlace();
  addEventListener("scroll", tellPlace, { passive: true });
  addEventListener("resize", layOut);
  if (names?.commentLabel != null)
    (await import("./selection.ts")).offerComments(file, letters, names.commentLabel, say);
}

/** The page sends marks after the file was opened. */
async function withThreads(act: (shown: Threads) => void): Promise<void> {
  const file = opened;
  if (file === null) return;
  threads ??= import("./threads.ts").then((module) => new module.Threads(file, letters, goTo, say));
  act(await threads);
}


async function find(text: string, step: Step): Promise<void> {
  if (opened === null) return;
  const { Finder } = await import("./find.ts");
  finder ??= new Finder(opened, letters, goTo, say);
  await finder.find(text, step, currentPage());
}

async function showPanel(kind: Panel | null): Promise<void> {
  panel?.element.remove();
  panel = null;
  if (kind !== null && opened !== null && names !== null) {
    const { openPanel } = await import("./panel.ts");
    panel = await openPanel(kind, opened, { panel: names.panelNames[kind], page: nameOf }, (number) => {
      goTo(number);
      leavePanel();
    });
    sheets.before(panel.element);
  }
  document.documentElement.toggleAttribute("data-panel", panel !== null);
  layOut();
  tellPlace();
}

/** After a choice in the panel or a click on the pages, the user wants to see the pages. */
function leavePanel(): void {
  if (panel === null || !narrow.matches) return;
  void showPanel(null);
  say({ type: "closes" });
}

function hear(message: ToFrame): void {
  if (message.type === "open") void open(message);
  else if (message.type === "bytes") pieces?.onDataRange(message.from, new Uint8Array(message.bytes));
  else if (message.type === "password") answerPassword?.(message.password);
  else if (message.type === "go") goTo(message.page);
  else if (message.type === "find") void find(message.text, message.step);
  else if (message.type === "panel") void showPanel(message.panel);
  else if (message.type === "marks") void withThreads((shown) => shown.mark(message.marks));
  else if (message.type === "reveal") void withThreads((shown) => shown.reveal(message.id));
  else {
    ({ zoom } = message);
    layOut();
  }
}

addEventListener("message", (event: MessageEvent<ToFrame>) => {
  if (event.source === parent && event.origin === page) hear(event.data);
});

sheets.addEventListener("click", leavePanel);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") leavePanel();
  if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  // The browser's own search would only cover the pages that are drawn.
  event.preventDefault();
  say({ type: "finds" });
});

say({ type: "ready" });
