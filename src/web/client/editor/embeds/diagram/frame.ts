/**
 * Renders diagrams in a separate document without origin or network access, since Mermaid writes markup and styles that
 * our pages forbid. Answers each source with an image.
 */
import mermaid from "mermaid";
import { type Colours, type DiagramReply, type DiagramRequest, READY } from "./messages.ts";

/** Only the parent page may send requests; a document with an opaque origin still knows its address. */
const page = location.origin;

function themeOf({ ink, soft, edge, wash, ground, isDark }: Colours): Record<string, string | boolean> {
  return {
    darkMode: isDark,
    background: ground,
    primaryColor: wash,
    primaryTextColor: ink,
    primaryBorderColor: edge,
    secondaryColor: ground,
    tertiaryColor: ground,
    lineColor: soft,
    edgeLabelBackground: ground,
    textColor: ink,
    noteBkgColor: wash,
    noteTextColor: ink,
    noteBorderColor: edge,
  };
}

async function draw({ id, source, colours }: DiagramRequest): Promise<DiagramReply> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    htmlLabels: false,
    fontFamily: "ui-sans-serif, system-ui, sans-serif",
    theme: "base",
    themeVariables: themeOf(colours),
  });
  const { svg } = await mermaid.render(`diagram-${id}`, source);
  const drawn = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  // The parent page has a message for this.
  if (drawn === null) return { id, error: "" };
  const [, , width = 0, height = 0] = (drawn.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  drawn.setAttribute("width", String(width));
  drawn.setAttribute("height", String(height));
  drawn.style.removeProperty("max-width");
  return { id, svg: new XMLSerializer().serializeToString(drawn), width, height };
}

/** Sequential, since the library has global state. */
let queue = Promise.resolve();

async function answer(request: DiagramRequest): Promise<void> {
  try {
    parent.postMessage(await draw(request), page);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parent.postMessage({ id: request.id, error: reason } satisfies DiagramReply, page);
  }
}

addEventListener("message", (event: MessageEvent<DiagramRequest>) => {
  if (event.source !== parent || event.origin !== page) return;
  queue = queue.then(() => answer(event.data));
});

parent.postMessage(READY, page);
