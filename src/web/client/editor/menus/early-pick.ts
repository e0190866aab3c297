/**
 * Handles Enter and Tab while a completion at the caret is still pending, when CodeMirror would insert them: a fast
 * typist means the first result for the full query.
 */
import { acceptCompletion, completionStatus } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import {
  type EditorView,
  keymap,
  type PluginValue,
  runScopeHandlers,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { mentionBefore } from "./mention.ts";
import { pickFirst } from "./slash.ts";

class EarlyPick implements PluginValue {
  readonly #view: EditorView;
  /** The key that waits for results. */
  #waiting: "Enter" | "Tab" | null = null;
  #isPassing = false;

  constructor(view: EditorView) {
    this.#view = view;
  }

  press(key: "Enter" | "Tab"): boolean {
    const { state } = this.#view;
    if (this.#isPassing || completionStatus(state) !== "pending") return false;
    if (pickFirst(this.#view)) return true;
    const mention = mentionBefore(state, state.selection.main.head);
    if (mention === null || mention.query === "") return false;
    this.#waiting = key;
    return true;
  }

  update({ state }: ViewUpdate): void {
    if (this.#waiting === null || completionStatus(state) === "pending") return;
    // Dispatching is not allowed during an update.
    queueMicrotask(() => {
      if (this.#waiting === null) return;
      if (acceptCompletion(this.#view)) this.#waiting = null;
      else this.giveUp();
    });
  }

  /** If nothing was found or something else was typed, the key has its usual effect. */
  giveUp(): void {
    const key = this.#waiting;
    this.#waiting = null;
    if (key === null) return;
    this.#isPassing = true;
    runScopeHandlers(this.#view, new KeyboardEvent("keydown", { key }), "editor");
    this.#isPassing = false;
  }
}

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta"]);

const plugin = ViewPlugin.fromClass(EarlyPick, {
  eventHandlers: {
    keydown({ key }) {
      if (!MODIFIERS.has(key)) this.giveUp();
    },
    mousedown() {
      this.giveUp();
    },
  },
});

const press = (key: "Enter" | "Tab") => ({ key, run: (view: EditorView) => view.plugin(plugin)?.press(key) ?? false });

export const earlyPick = (): Extension => [
  Prec.highest(plugin),
  Prec.highest(keymap.of([press("Enter"), press("Tab")])),
];
