/** Marks of threads in an editor. Between messages from the room, they move with the text like everything else in it. */
import {
  Prec,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
  type Extension,
  type Transaction,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { lookOf } from "./highlights.ts";
import type { Lit, Mark } from "./surface.ts";

const setMarks = StateEffect.define<readonly Mark[]>();
const setLit = StateEffect.define<Lit>();

type Marked = {
  readonly marks: readonly Mark[];
  readonly drawn: DecorationSet;
  readonly lit: Lit;
  readonly shownLit: DecorationSet;
};

const NONE: Marked = {
  marks: [],
  drawn: Decoration.none,
  lit: { active: null, hovered: null },
  shownLit: Decoration.none,
};

/** An insertion has no words of its own: its mark is at the edge of the letter before it, or of the one behind it. */
function spanOf(
  { from, to }: Mark,
  length: number,
): readonly [number, number, "" | " is-before" | " is-behind"] | null {
  if (to > from) return [from, Math.min(to, length), ""];
  if (from > 0 && from <= length) return [from - 1, from, " is-behind"];
  return length > 0 ? [0, 1, " is-before"] : null;
}

/** Only backgrounds, underlines and shadows: a mark takes no room in its line. */
function decorationOf(mark: Mark, length: number, look: string): Range<Decoration>[] {
  const span = spanOf(mark, length);
  if (!span || span[0] >= span[1]) return [];
  const [from, to, edge] = span;
  const isInsertion = edge !== "";
  const name = isInsertion ? `thread-insertion${edge}` : look;
  return [Decoration.mark({ class: name, attributes: { "data-thread-mark": mark.id } }).range(from, to)];
}

const draw = (marks: readonly Mark[], length: number): DecorationSet =>
  RangeSet.of(
    marks.flatMap((mark) => decorationOf(mark, length, `thread-mark is-${lookOf(mark)}`)),
    true,
  );

function drawLit(marks: readonly Mark[], { active, hovered }: Lit, length: number): DecorationSet {
  const lit = marks.filter(({ id }) => id === active || id === hovered);
  return RangeSet.of(
    lit.flatMap((mark) => decorationOf(mark, length, "thread-mark is-lit")),
    true,
  );
}

function update(was: Marked, tr: Transaction): Marked {
  let now = was;
  const { length } = tr.newDoc;
  if (tr.docChanged && was.marks.length > 0) {
    const marks = was.marks.map((mark) => {
      const from = tr.changes.mapPos(mark.from, mark.to > mark.from ? 1 : -1);
      return { ...mark, from, to: Math.max(from, tr.changes.mapPos(mark.to, -1)) };
    });
    now = { ...was, marks, drawn: was.drawn.map(tr.changes), shownLit: was.shownLit.map(tr.changes) };
  }
  for (const effect of tr.effects) {
    if (effect.is(setMarks)) now = { ...now, marks: effect.value, drawn: draw(effect.value, length) };
    else if (effect.is(setLit)) now = { ...now, lit: effect.value };
    else continue;
    now = { ...now, shownLit: drawLit(now.marks, now.lit, length) };
  }
  return now;
}

const field = StateField.define<Marked>({
  create: () => NONE,
  update,
  // Innermost, so that no styled element is split in two, which would draw its padding twice.
  provide: (self) =>
    Prec.highest([
      EditorView.decorations.from(self, ({ shownLit }) => shownLit),
      EditorView.decorations.from(self, ({ drawn }) => drawn),
    ]),
});

export const threadMarks: Extension = field;

export const marksIn = (view: EditorView): readonly Mark[] => view.state.field(field, false)?.marks ?? [];

export const showMarks = (view: EditorView, marks: readonly Mark[]): void =>
  view.dispatch({ effects: setMarks.of(marks) });

export const lightMarks = (view: EditorView, lit: Lit): void => view.dispatch({ effects: setLit.of(lit) });
