/** Tables of WordprocessingML (ECMA-376 part 1 §17.4). */
import { type Blocks } from "./blocks.ts";
import { type Changes } from "./changes.ts";
import { type Attributes, attribute, countIn } from "./xml.ts";

const MAX_GRID_BEFORE = 60;
const MAX_SPAN = 1_000;

export class Tables {
  readonly #blocks: Blocks;
  readonly #changes: Changes;
  /** Column spans of the open cells. */
  readonly #spans: number[] = [];

  constructor(blocks: Blocks, changes: Changes) {
    this.#blocks = blocks;
    this.#changes = changes;
  }

  /** Returns false for an element that is not part of a table. */
  enter(name: string, attributes: Attributes): boolean {
    switch (name) {
      case "tbl":
        this.#blocks.openTable();
        return true;
      case "tr":
        this.#blocks.openRow();
        return true;
      case "gridBefore":
        for (let left = countIn(attributes, "val", MAX_GRID_BEFORE); left > 0; left--) this.#blocks.openCell();
        return true;
      case "tc":
        this.#spans.push(1);
        this.#blocks.openCell();
        return true;
      case "gridSpan": {
        const columns = countIn(attributes, "val", MAX_SPAN);
        if (columns > 1) this.#changes.note("mergedCells");
        if (this.#spans.pop() !== undefined) this.#spans.push(columns);
        return true;
      }
      case "vMerge":
        if (attribute(attributes, "val") === "restart") this.#changes.note("mergedCells");
        return true;
      default:
        return false;
    }
  }

  leave(name: string): void {
    if (name === "tbl") this.#blocks.closeTable();
    else if (name === "tc") this.#blocks.spanCell(this.#spans.pop() ?? 1);
  }
}
