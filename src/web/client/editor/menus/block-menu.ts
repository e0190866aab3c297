/** The menu of a block: conversions and moves. */
import type { EditorView } from "@codemirror/view";
import type { VirtualElement } from "@floating-ui/dom";
import { type MenuItem, openMenu } from "../../ui/menu.tsx";
import { type Block, blockAt } from "../commands/blocks.ts";
import { fragmentsOf } from "../../../shared/document/fragments.ts";
import { words } from "../../../../words/editor-tools.ts";
import { words as lost } from "../../../../words/lost-text.ts";
import { editorContext } from "../context.ts";
import { headingsOf } from "../outline/headings.ts";
import { whenLineGone } from "../tracked-lines.ts";
import { menuItems, turnIntoItems } from "./menu-items.ts";

function copyLink(view: EditorView, block: Block): MenuItem[] {
  const context = view.state.facet(editorContext);
  if (block.kind !== "heading" || context === null) return [];
  const headings = headingsOf(view.state);
  const fragment = fragmentsOf(headings.map(({ text }) => text))[headings.findIndex(({ from }) => from === block.from)];
  if (fragment === undefined) return [];
  const address = new URL(`/pages/${context.pageId}#${fragment}`, location.href).href;
  const run = () => {
    navigator.clipboard.writeText(address).then(
      () => context.announce(words.linkCopied),
      (error: unknown) => context.showError(error),
    );
  };
  return [{ title: words.copyHeadingLink, icon: "link", section: words.block, run }];
}

/** Commands apply to the selection, so move it into the block if it is elsewhere. */
function selectBlock(view: EditorView, block: Block): void {
  const { from, to } = view.state.selection.main;
  if (from >= block.from && to <= block.to) return;
  view.dispatch({ selection: { anchor: view.state.doc.lineAt(block.from).to } });
}

export function openBlockMenu(view: EditorView, block: Block, anchor: Element | VirtualElement): void {
  selectBlock(view, block);
  const items = [...menuItems(view, "block", words.block), ...copyLink(view, block), ...turnIntoItems(view)];
  const close = openMenu(words.block, anchor, items, () => {
    stop();
    view.focus();
  });
  // Otherwise the commands would apply to the block that takes its place.
  const stop = whenLineGone(view, block.from, () => {
    close();
    view.state.facet(editorContext)?.announce(lost.blockGone);
  });
}

export const BLOCK_MENU_KEY = "Mod-.";

/** Opens the menu of the block at the caret, for the keyboard shortcut. */
export function openMenuAtCaret(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  if (view.state.readOnly) return false;
  const rect = () => {
    // Others may edit while the menu is open, which moves the caret.
    const at = view.coordsAtPos(view.state.selection.main.head);
    return at ? new DOMRect(at.left, at.top, 0, at.bottom - at.top) : view.contentDOM.getBoundingClientRect();
  };
  openBlockMenu(view, blockAt(view.state, head), { getBoundingClientRect: rect, contextElement: view.contentDOM });
  return true;
}
