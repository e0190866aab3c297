/** The toolbar over a selection: formatting, links, and block conversion. */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { type Command, type EditorView, keymap, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { render } from "preact";
import { words as commands } from "../../../../words/editor-commands.ts";
import { words } from "../../../../words/editor-tools.ts";
import { type Layer, openLayer } from "../../ui/layer.ts";
import { openMenu } from "../../ui/menu.tsx";
import { focusControl, rove } from "../../ui/roving.ts";
import { Icon } from "../../../shared/icons.tsx";
import { type EditorCommand, editorCommands, runCommand } from "../commands/command.ts";
import { selectedImage } from "../images/selected-image.ts";
import { keyName } from "../../ui/key-names.ts";
import { turnIntoItems } from "./menu-items.ts";
import { afterUpdate, anchorAt } from "./typing.ts";

const titled = (title: string, key: string | undefined) => (key === undefined ? title : `${title} (${keyName(key)})`);

type Actions = { run: (command: EditorCommand) => void; turnInto: (anchor: Element) => void };

function Toolbar({ state, actions }: { readonly state: EditorState; readonly actions: Actions }) {
  const shown = state.facet(editorCommands).filter(({ menu }) => menu === "toolbar");
  return (
    <div role="toolbar" aria-label={words.format} class="ed-toolbar">
      <button
        type="button"
        tabIndex={0}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => actions.turnInto(currentTarget)}
      >
        {commands.turnInto}
      </button>
      {shown.map((command) => (
        <button
          key={command.id}
          type="button"
          tabIndex={-1}
          {...(command.icon !== undefined && {
            class: "ed-mark",
            "aria-label": command.label(),
          })}
          title={titled(command.label(), command.key)}
          aria-pressed={command.isOn?.(state) ?? false}
          onClick={() => actions.run(command)}
        >
          {command.icon === undefined ? command.label() : <Icon name={command.icon} />}
        </button>
      ))}
    </div>
  );
}

const isCode = (state: EditorState) => {
  const { name } = syntaxTree(state).resolveInner(state.selection.main.from, 1);
  return /^(CodeText|CodeMark|FencedCode|CodeBlock|CodeInfo|BlockMath)$/.test(name);
};

class SelectionToolbar implements PluginValue {
  readonly #view: EditorView;
  readonly #touch = matchMedia("(pointer: coarse)").matches;
  #layer: Layer | null = null;
  #isPressed = false;
  /** Hidden by typing or Escape until the selection changes. */
  #isHidden = false;
  readonly #later = afterUpdate(() => this.#show());
  readonly #released = () => {
    this.#isPressed = false;
    this.#show();
  };

  constructor(view: EditorView) {
    this.#view = view;
    document.addEventListener("pointerup", this.#released);
    document.addEventListener("pointercancel", this.#released);
    // There may already be a selection when this is loaded.
    this.#later.request();
  }

  update(update: ViewUpdate): void {
    if (update.transactions.some((each) => each.isUserEvent("input.type"))) this.#isHidden = true;
    else if (update.selectionSet) this.#isHidden = false;
    if (update.selectionSet || update.docChanged || update.focusChanged) this.#later.request();
  }

  pressed(): void {
    this.#isPressed = true;
  }

  get isOpen(): boolean {
    return this.#layer !== null;
  }

  #hasFocus(): boolean {
    return this.#view.hasFocus || (this.#layer?.element.contains(document.activeElement) ?? false);
  }

  #show(): void {
    const { state, composing } = this.#view;
    const wanted =
      !state.selection.main.empty &&
      !this.#isHidden &&
      !state.readOnly &&
      !composing &&
      this.#hasFocus() &&
      !isCode(state) &&
      selectedImage(state) === null;
    if (!wanted) return this.#close();
    if (this.#isPressed) return;
    if (this.#layer === null) this.#open();
    this.#draw();
  }

  #open(): void {
    const view = this.#view;
    const anchor = anchorAt(view, () => [view.state.selection.main.from, view.state.selection.main.to]);
    // Phones show their own menu above the selection.
    const layer = openLayer("ed-toolbar-layer", anchor, this.#touch ? "bottom" : "top", this.#touch ? 28 : 8);
    layer.element.addEventListener("mousedown", (event) => event.preventDefault());
    layer.element.addEventListener("focusout", () => this.#later.request());
    layer.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        this.hide();
        view.focus();
      } else rove(event, layer.element, "horizontal");
    });
    this.#layer = layer;
  }

  #draw(): void {
    const view = this.#view;
    const layer = this.#layer;
    if (layer === null) return;
    const actions: Actions = {
      run: (command) => runCommand(view, command),
      turnInto: (anchor) => void openMenu(commands.turnInto, anchor, turnIntoItems(view), () => view.focus()),
    };
    render(<Toolbar state={view.state} actions={actions} />, layer.element);
    layer.follow(anchorAt(view, () => [view.state.selection.main.from, view.state.selection.main.to]));
  }

  focus(): boolean {
    this.#isHidden = false;
    this.#isPressed = false;
    this.#show();
    if (this.#layer) focusControl(this.#layer.element, 0);
    return this.#layer !== null;
  }

  hide(): void {
    this.#isHidden = true;
    this.#close();
  }

  #close(): void {
    const layer = this.#layer;
    this.#layer = null;
    if (layer === null) return;
    render(null, layer.element);
    layer.close();
  }

  destroy(): void {
    document.removeEventListener("pointerup", this.#released);
    document.removeEventListener("pointercancel", this.#released);
    this.#later.cancel();
    this.#close();
  }
}

const plugin = ViewPlugin.fromClass(SelectionToolbar, {
  eventHandlers: {
    pointerdown() {
      this.pressed();
    },
  },
});

export const focusToolbar: Command = (view) => view.plugin(plugin)?.focus() ?? false;

export const selectionToolbar = (): Extension => [
  plugin,
  Prec.high(
    keymap.of([
      {
        key: "Escape",
        run: (view) => {
          const toolbar = view.plugin(plugin);
          if (!toolbar?.isOpen) return false;
          toolbar.hide();
          return true;
        },
      },
    ]),
  ),
];
