/** Non-text content in the text of a WordprocessingML document: pictures, charts, diagrams, objects, text boxes. */
import { type Changes } from "./changes.ts";
import { type Attributes } from "./xml.ts";

type Graphic = { readonly name: string; alt: string; hasPicture: boolean; isTextBox: boolean };

const GRAPHICS = new Set(["drawing", "pict", "object"]);

export class Graphics {
  readonly #changes: Changes;
  readonly #open: Graphic[] = [];

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  enter(name: string, attributes: Attributes, parent: string): void {
    if (GRAPHICS.has(name)) this.#open.push({ name, alt: "", hasPicture: false, isTextBox: false });
    const graphic = this.#open.at(-1);
    if (!graphic) return;
    switch (name) {
      case "object":
        this.#changes.note("objects");
        break;
      case "docPr":
        graphic.alt ||= attributes["descr"] ?? "";
        break;
      case "shape":
        graphic.alt ||= attributes["alt"] ?? "";
        break;
      case "pic":
      case "imagedata":
        if (graphic.name === "object") break;
        this.#changes.note("pictures");
        graphic.hasPicture = true;
        break;
      case "chart":
        if (parent === "graphicData") this.#changes.note("charts");
        break;
      case "relIds":
        this.#changes.note("diagrams");
        break;
      case "txbxContent":
        this.#changes.note("textBoxes");
        graphic.isTextBox = true;
        break;
    }
  }

  /** The description of the graphic that ends here, to be inserted in its place; "" if it has none. */
  leave(name: string): string {
    if (!GRAPHICS.has(name) || this.#open.at(-1)?.name !== name) return "";
    const graphic = this.#open.pop();
    return graphic && !graphic.isTextBox ? graphic.alt.replace(/\s+/g, " ").trim() : "";
  }
}
