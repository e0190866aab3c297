/** One page of a PDF: has its final size from the start, and is drawn while it is near the screen. */
import { type PDFDocumentProxy, type PDFPageProxy, type PageViewport, type RenderTask, TextLayer } from "pdfjs-dist";
import { linksOf } from "./links.ts";

/** Maximum number of pixels of a canvas: large pages at high zoom are drawn at a lower resolution. */
const MAX_PIXELS = 16_000_000;

/** In PDF points (1/72 inch), after rotation. */
export type Size = { readonly width: number; readonly height: number };

export class PageView {
  readonly element = document.createElement("div");
  private scale = 1;
  private isNear = false;
  private drawing: RenderTask | null = null;
  /** Counts drawings, so that only the latest takes effect. */
  private turn = 0;

  constructor(
    private readonly file: PDFDocumentProxy,
    readonly number: number,
    name: string,
    /** An estimate until the page has been read. */
    private size: Size,
    private readonly goTo: (page: number) => void,
    /** Called with the text layer, and with null when it is removed. */
    private readonly drawn: (page: number, letters: TextLayer | null) => void,
  ) {
    this.element.className = "page";
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", name);
    this.layOut();
  }

  resize(scale: number): void {
    this.scale = scale;
    this.layOut();
    if (this.isNear) void this.draw();
  }

  /** Whether the page is on or near the screen. */
  approach(isNear: boolean): void {
    if (isNear === this.isNear) return;
    this.isNear = isNear;
    if (isNear) void this.draw();
    else this.clear();
  }

  private layOut(): void {
    const { style } = this.element;
    style.width = `${Math.floor(this.size.width * this.scale)}px`;
    style.height = `${Math.floor(this.size.height * this.scale)}px`;
    style.setProperty("--total-scale-factor", String(this.scale));
  }

  private clear(): void {
    this.turn += 1;
    this.drawing?.cancel();
    this.drawing = null;
    this.element.replaceChildren();
    this.drawn(this.number, null);
  }

  private async draw(): Promise<void> {
    const turn = ++this.turn;
    this.drawing?.cancel();
    try {
      const page = await this.file.getPage(this.number);
      if (turn !== this.turn) return;
      const viewport = page.getViewport({ scale: this.scale });
      this.takeSize(page);
      const canvas = await this.paint(page, viewport);
      if (turn !== this.turn) return;
      const letters = document.createElement("div");
      letters.className = "letters";
      // The previous drawing stays until now, to avoid flicker.
      this.element.replaceChildren(canvas, letters);
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: letters, viewport });
      await layer.render();
      if (turn === this.turn) this.drawn(this.number, layer);
      const links = await linksOf(this.file, page, viewport, this.goTo);
      if (turn === this.turn) this.element.append(...links);
    } catch {
      // If a page cannot be read or its drawing is superseded, the others are unaffected.
    }
  }

  private takeSize(page: PDFPageProxy): void {
    const { width, height } = page.getViewport({ scale: 1 });
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.layOut();
  }

  private async paint(page: PDFPageProxy, viewport: PageViewport): Promise<HTMLCanvasElement> {
    const wanted = devicePixelRatio || 1;
    const ratio = Math.min(wanted, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(viewport.width * ratio);
    canvas.height = Math.floor(viewport.height * ratio);
    this.drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
    await this.drawing.promise;
    return canvas;
  }
}
