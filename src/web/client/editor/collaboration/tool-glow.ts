/** Highlights what a tool has just written. */
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Interval } from "../intervals.ts";
import type { ToolEdit } from "./tool-edits.ts";

/** Accompanies the change that applies an edit; the ranges refer to the text after it. */
export const editEntered = StateEffect.define<{ readonly edit: ToolEdit; readonly ranges: readonly Interval[] }>();
/** The edit is a tool's: show it from now on. */
export const editFound = StateEffect.define<ToolEdit>();
export const editFaded = StateEffect.define<ToolEdit>();

type Glow = { readonly edit: ToolEdit; readonly from: number; readonly to: number; readonly isSeen: boolean };

export const glowField = StateField.define<readonly Glow[]>({
  create: () => [],
  update(glows, { docChanged, changes, effects }) {
    let now = glows;
    if (docChanged)
      now = now.map((glow) => {
        const from = changes.mapPos(glow.from, 1);
        return { ...glow, from, to: Math.max(from, changes.mapPos(glow.to, -1)) };
      });
    for (const effect of effects) {
      if (effect.is(editEntered)) {
        const { edit, ranges } = effect.value;
        now = [...now, ...ranges.map(({ from, to }) => ({ edit, from, to, isSeen: edit.by !== null }))];
      } else if (effect.is(editFound))
        now = now.map((glow) => (glow.edit === effect.value ? { ...glow, isSeen: true } : glow));
      else if (effect.is(editFaded)) now = now.filter(({ edit }) => edit !== effect.value);
    }
    return now;
  },
});

const mark = Decoration.mark({ class: "ed-glow" });

const decorate = (glows: readonly Glow[]): DecorationSet =>
  RangeSet.of(
    glows.filter(({ isSeen, from, to }) => isSeen && from < to).map(({ from, to }) => mark.range(from, to)),
    true,
  );

export const toolGlow: Extension = [glowField, EditorView.decorations.from(glowField, decorate)];
