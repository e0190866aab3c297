/** Any text, entered in any way that needs no screen, becomes text that the page's room accepts and stores. */
import { EditorSelection } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import * as tasks from "../../src/formats/tasks/edits.ts";
import { parseTasks } from "../../src/formats/tasks/tasks.ts";
import { hasControls, withoutControls } from "../../src/kernel/text.ts";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { writersOf } from "../../src/realtime/validate-update.ts";
import { repairUpdate } from "../../src/realtime/repair-update.ts";
import { cellChanges } from "../../src/web/client/sheet/edits.ts";
import { htmlToMarkdown } from "../../src/web/client/editor/clipboard/html-to-markdown.ts";
import { insertPiece } from "../../src/web/client/editor/clipboard/insert-piece.ts";
import { insertPlainText } from "../../src/web/client/editor/clipboard/plain-text.ts";
import { toText } from "../../src/web/client/editor/collaboration/text-changes.ts";
import { Draft as Changes } from "../../src/web/client/editor/commands/draft.ts";
import { connectPage, type LivePage } from "../../src/live-client/page.ts";
import { isNight } from "../support/nightly.ts";
import { seeded } from "../support/seeded.ts";
import { HeadlessEditor } from "./headless-editor.ts";
import { MemoryRoom } from "./memory-room.ts";
import { MemoryStore } from "./memory-store.ts";
import { SimulatedTime } from "./simulated-time.ts";

const TEXT = "one 🙂 two\n- [ ] task\n| a | b |\n| --- | --- |\n| c | d |\n";

const unit = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 0xa0 }).map((code) => String.fromCharCode(code)) },
  fc.constantFrom("\r\n", "\r", "\v", "\f", "\x1b", "\x85", "\0", "\u2028", "\u2029", "\ufeff", "e\u0301", "🙂", "\t", "\n"),
  fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code)),
); // oxfmt-ignore
const input = fc.string({ unit, maxLength: 30 });

function makeWorld(text = TEXT) {
  const time = new SimulatedTime(seeded(1));
  const room = new MemoryRoom(time, text);
  const store = new MemoryStore();
  const open = (): { editor: HeadlessEditor; page: LivePage; refusals: string[] } => {
    const editor = new HeadlessEditor(text);
    const refusals: string[] = [];
    const page = connectPage({
      pageId: "p",
      socket: room.open,
      token: () => Promise.resolve({ url: "ws://host", token: "t" }),
      environment: time,
      store,
    });
    page.on("refused", (code) => void refusals.push(code));
    editor.bind(page, time);
    return { editor, page, refusals };
  };
  return { time, room, store, open };
}

/** Ways to enter text into an editor that shows TEXT, by name. */
const WAYS: Record<string, (editor: HeadlessEditor, text: string) => void> = {
  typed: (editor, text) => editor.type(text, 3),
  "typed into the middle of a character": (editor, text) =>
    editor.dispatch({ changes: { from: 5, insert: toText(text) } }),
  "typed over half of a character": (editor, text) =>
    editor.dispatch({ changes: { from: 5, to: 7, insert: toText(text) } }),
  "pasted over several selections": (editor, text) => {
    const ranges = [EditorSelection.range(0, 3), EditorSelection.range(7, 10)];
    editor.dispatch({ selection: EditorSelection.create(ranges) });
    editor.dispatch(editor.state.replaceSelection(editor.state.toText(text)));
  },
  "pasted as plain text into an item": (editor, text) => {
    editor.moveTo(editor.text.indexOf("task"));
    editor.dispatch(insertPlainText(editor.state, text) ?? editor.state.replaceSelection(editor.state.toText(text)));
  },
  "pasted as HTML": (editor, text) => {
    const html = `<p>${text}</p><ul><li>${text}</li></ul><pre>&#13;&#27;${text}</pre>`;
    const piece = htmlToMarkdown(html, text, null);
    if (piece) editor.dispatch(insertPiece(editor.state, 3, 3, piece));
  },
  "inserted by a command": (editor, text) => {
    const changes = new Changes(editor.state);
    changes.apply({ from: 0, insert: text });
    changes.apply({ from: 3, insert: text });
    const spec = changes.spec("input.command");
    if (spec) editor.dispatch(spec);
  },
  "written into a cell of a sheet": (editor, text) =>
    editor.dispatch({ changes: cellChanges(editor.state.doc, [{ row: 0, column: 1, text }]) }),
  "added as a task": (editor, text) => {
    const [section] = parseTasks(editor.state.doc.toJSON());
    if (section) editor.dispatch({ changes: tasks.add(editor.state.doc, section, text) });
  },
  "set as the words of a task": (editor, text) => {
    const task = parseTasks(editor.state.doc.toJSON())[0]?.tasks[0];
    if (task) editor.dispatch({ changes: tasks.setWords(editor.state.doc, task, text) });
  },
};

const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\ufffd ]/gu, "");

const runs = { numRuns: isNight ? 500 : 60 };

test.each(Object.entries(WAYS))("saves text %s, and text typed afterwards", async (_, enter) => {
  await fc.assert(
    fc.asyncProperty(input, fc.boolean(), async (text, isEarly) => {
      const { time, room, open } = makeWorld();
      const { editor, page, refusals } = open();
      if (!isEarly) await time.pass(1_000);
      enter(editor, text);
      const { main } = editor.state.selection;
      expect(main.to).toBeLessThanOrEqual(editor.state.doc.length);
      editor.type("after", editor.state.doc.length);
      await time.pass(5_000);
      expect(refusals).toEqual([]);
      expect(page.unsaved()).toEqual([]);
      expect(hasControls(room.text)).toBe(false);
      expect(editor.text).toBe(room.text);
      expect(page.text.toJSON()).toBe(room.text);
      expect(room.text).toContain("after");
      expect(editor.defects).toEqual([]);
    }),
    runs,
  );
});

test("normalizes typed text, keeps the caret after it and loses nothing visible", () => {
  fc.assert(
    fc.property(input, (text) => {
      const editor = new HeadlessEditor("ab");
      editor.type(text, 1);
      expect(hasControls(editor.text)).toBe(false);
      expect(visible(editor.text)).toBe(visible(`a${text}b`));
      expect(editor.text.slice(editor.caret)).toBe("b");
    }),
  );
});

test("keeps the characters of an older page, and restores valid ones when their deletion is undone", async () => {
  await fc.assert(
    fc.asyncProperty(input, fc.boolean(), async (old, isEarly) => {
      const text = `a${old.toWellFormed()}b`;
      const { time, room, open } = makeWorld(text);
      const { editor, page, refusals } = open();
      if (!isEarly) await time.pass(1_000);
      editor.type("typed ", 0);
      await time.pass(2_000);
      expect(room.text).toBe(`typed ${text}`);
      editor.erase(6, editor.text.length);
      await time.pass(2_000);
      expect(room.text).toBe("typed ");
      editor.binding?.revert("undo");
      await time.pass(2_000);
      expect([refusals, editor.defects]).toEqual([[], []]);
      expect(room.text).toBe(`typed ${withoutControls(text)}`);
      expect(editor.text).toBe(room.text);
      expect(page.text.toJSON()).toBe(room.text);
    }),
    runs,
  );
});

/** Typing by an earlier version of the editor on a page with TEXT; `base` is a copy of the page. */
function typedBefore(base: Uint8Array, text: string): { update: Uint8Array; state: Uint8Array } {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, base);
  doc.clientID = BROWSER_CLIENTS + 9;
  const before = Y.encodeStateVector(doc);
  doc.getText("content").insert(3, `<${text}`);
  doc.getText("content").insert(4 + text.length, ">");
  doc.getText("content").delete(0, 1);
  return { update: Y.encodeStateAsUpdate(doc, before), state: Y.encodeStateAsUpdate(doc) };
}

const REFUSED = { code: "update_invalid", text: "", page: "" } as const;

test("repairs and sends older drafts, including rejected ones", async () => {
  await fc.assert(
    fc.asyncProperty(input, fc.boolean(), fc.boolean(), async (typed, hasCopy, wasRefused) => {
      const { time, room, store, open } = makeWorld();
      const text = typed.toWellFormed();
      const isRejected = hasControls(text);
      const { update, state } = typedBefore(Y.encodeStateAsUpdate(room.doc), text);
      if (hasCopy) store.state = state;
      store.drafts.set("d", { id: "d", update, refused: wasRefused && isRejected ? REFUSED : null });
      const { editor, page, refusals } = open();
      await time.pass(5_000);
      editor.type("after", editor.state.doc.length);
      await time.pass(5_000);
      expect(refusals).toEqual([]);
      expect(page.unsaved()).toEqual([]);
      expect(room.text).toBe(`ne<${withoutControls(text)}>${TEXT.slice(3)}after`);
      expect(editor.text).toBe(room.text);
      expect(page.text.toJSON()).toBe(room.text);
      expect(store.drafts.size).toBe(0);
    }),
    runs,
  );
});

test("keeps the operations of a repaired update, which the room accepts", () => {
  fc.assert(
    fc.property(fc.array(input, { maxLength: 5 }), (texts) => {
      const doc = new Y.Doc();
      doc.clientID = BROWSER_CLIENTS + 1;
      for (const text of texts) doc.getText("content").insert(doc.getText("content").length, text.toWellFormed());
      const before = Y.encodeStateAsUpdate(doc);
      const { update } = repairUpdate(before);
      expect(writersOf(update, { clockOf: () => 0, hasDeleted: () => false, agreesWith: () => true })).not.toBeNull();
      expect([...Y.parseUpdateMeta(update).to]).toEqual([...Y.parseUpdateMeta(before).to]);
      const other = new Y.Doc();
      Y.applyUpdate(other, update);
      expect(other.getText("content").toJSON()).toBe(
        withoutControls(texts.map((text) => text.toWellFormed()).join("")),
      );
    }),
  );
});
