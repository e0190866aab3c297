import { NO_SCOPE } from "../../../shared/properties/context.ts";
import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { markdownMentions } from "../../../../formats/mentions.ts";
import { stateOf } from "../commands/testing.ts";
import { type EditorContext, editorContext } from "../context.ts";
import { documentLanguage } from "../language.ts";
import { mentionBefore, mentionSource } from "./mention.ts";

const sign = (text: string) => {
  const state = stateOf(text);
  return mentionBefore(state, state.selection.main.head);
};

test.each([
  ["@‸", { from: 0, query: "", pagesOnly: false }],
  ["hello @Ada Lo‸", { from: 6, query: "Ada Lo", pagesOnly: false }],
  ["(@a‸", { from: 1, query: "a", pagesOnly: false }],
  ["see [[Road map‸", { from: 4, query: "Road map", pagesOnly: true }],
])("finds the trigger in %j", (text, found) => {
  expect(sign(text)).toEqual(found);
});

test.each(["a@b‸", "@ a‸", "`@a‸`", "```\n@a‸\n```", "@[Bo](user:1)‸", "[x @a‸](y)", "[[a]]‸"])(
  "finds no trigger in %j",
  (text) => {
    expect(sign(text)).toBeNull();
  },
);

/** An editor context that records the calls to it. */
function place() {
  const asked: string[] = [];
  const context: EditorContext = {
    makePage: () => Promise.reject(new Error("Unexpected page creation.")),
    pageId: "p",
    driveId: "d",
    properties: NO_SCOPE,
    upload: () => Promise.reject(new Error("Unexpected upload.")),
    findPeople: (query) => {
      asked.push(`people ${query}`);
      return Promise.resolve([{ id: "u1", name: "Bo [B] `x`", detail: "Guest" }]);
    },
    findPages: (query) => {
      asked.push(`pages ${query}`);
      return Promise.resolve([{ id: "p1", title: " ", type: "DOCUMENT", icon: null, drive: "Home" }]);
    },
    describePage: () => Promise.resolve(null),
    open: () => undefined,
    openPicture: () => Promise.resolve(),
    announce: () => undefined,
    suggest: () => Promise.reject(new Error("not used")),
    offerText: () => undefined,
    showError: () => undefined,
  };
  return { asked, context };
}

test("suggests people and pages, caches a query, and inserts readable mentions", async () => {
  const { asked, context } = place();
  const state = EditorState.create({ doc: "@b", extensions: [documentLanguage, editorContext.of(context)] });
  const source = mentionSource();
  const result = await source(new CompletionContext(state, 2, false));
  expect(result?.options.map(({ label }) => label)).toEqual(["Bo [B] `x`", "Untitled"]);
  await source(new CompletionContext(state, 2, false));
  expect(asked).toEqual(["people b", "pages b"]);

  const written: string[] = [];
  for (const option of result?.options ?? []) {
    const view = { dispatch: (spec: { changes: { insert: string } }) => written.push(spec.changes.insert) };
    // Applying a choice uses only the view's `dispatch`.
    if (typeof option.apply === "function") option.apply(view as never, option, 0, 2);
  }
  expect(markdownMentions(written.join(" "))).toMatchObject([
    { kind: "user", id: "u1", label: "Bo [B] `x`" },
    { kind: "page", id: "p1", label: "Untitled" },
  ]);
});

test("searches only pages after two brackets, and nothing without an editor context", async () => {
  const { asked, context } = place();
  const state = EditorState.create({ doc: "[[b", extensions: [documentLanguage, editorContext.of(context)] });
  await mentionSource()(new CompletionContext(state, 3, false));
  expect(asked).toEqual(["pages b"]);
  expect(mentionSource()(new CompletionContext(stateOf("@b‸"), 2, false))).toBeNull();
});
