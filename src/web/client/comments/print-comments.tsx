/** Prints a page with its open comments: numbers at their words, and a list at the end. */
import { render } from "preact";
import type { Thread } from "../../../features/comments/contract.ts";
import { words } from "../../../words/comments.ts";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { relativeTime } from "../../shared/relative-time.ts";
import { printPage } from "../document/printing.ts";
import { element } from "../ui/dom.ts";
import { authorOf } from "./author.ts";
import { addTo, lookOf, type Look, removeHighlights, setHighlights } from "./highlights.ts";
import { PrintedText } from "./printed-text.ts";
import type { Mark } from "./surface.ts";
import { SuggestedChange } from "./suggestion.tsx";
import { aboutOf } from "./thread-card.tsx";

type Printed = {
  readonly root: HTMLElement;
  readonly text: string;
  /** In the order of the list. */
  readonly threads: readonly Thread[];
  readonly marks: readonly Mark[];
};

export async function printComments({ root, text, threads, marks }: Printed): Promise<void> {
  const list = element("section", { class: "threads-printed" });
  render(<List threads={threads} />, list);
  (root.querySelector(".column") ?? root).append(list);
  const numbers: HTMLElement[] = [];
  const owner = {};
  // The copy for paper exists only now.
  const begin = (): void => {
    const print = root.querySelector<HTMLElement>(".print-copy [data-print]") ?? root.querySelector("[data-print]");
    if (!(print instanceof HTMLElement) || numbers.length > 0) return;
    const printed = new PrintedText(print, text);
    const placed = new Map(marks.map((mark) => [mark.id, mark]));
    const ranges = new Map<Look, Range[]>();
    const found = threads.flatMap(({ id }, index) => {
      const mark = placed.get(id);
      const range = mark && !mark.cells ? printed.rangeOf(mark.from, mark.to) : null;
      if (mark && range) addTo(ranges, lookOf(mark), range);
      return range ? [{ number: index + 1, range }] : [];
    });
    setHighlights(owner, ranges);
    // From the end, because a number moves what follows it.
    for (const { number, range } of found.toReversed()) {
      const sign = element("sup", { class: "thread-number", "aria-label": words.numbered(number) }, `[${number}]`);
      const end = range.cloneRange();
      end.collapse(false);
      end.insertNode(sign);
      numbers.push(sign);
    }
  };
  const end = (): void => {
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
    removeHighlights(owner);
    for (const sign of numbers) {
      const around = sign.parentNode;
      sign.remove();
      around?.normalize();
    }
    render(null, list);
    list.remove();
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  try {
    await printPage();
  } catch (error) {
    end();
    throw error;
  }
}

const List = ({ threads }: Pick<Printed, "threads">) => (
  <>
    <h2>{words.comments}</h2>
    <ol>
      {threads.map((thread) => (
        <li key={thread.id}>
          <p class="muted small" dir="auto">
            {aboutOf(thread)}
          </p>
          {thread.kind === "suggestion" && <SuggestedChange thread={thread} />}
          {thread.comments.map((comment) => (
            <div key={comment.id}>
              <p>
                <b>{authorOf(comment)}</b> {relativeTime(comment.createdAt, Date.now())}
              </p>
              <div class="doc message-text">
                <DocumentPrint text={comment.content} />
              </div>
            </div>
          ))}
        </li>
      ))}
    </ol>
  </>
);
