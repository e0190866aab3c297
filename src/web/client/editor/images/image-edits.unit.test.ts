import { EditorState, type TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { changeImage, deleteImage, describe as describeFile, insertImage, scaled } from "./image-edits.ts";
import { figuresBetween, imageAt, images } from "./image-widget.ts";
import { addUpload, changeUpload, removeUpload, uploads } from "./uploads.tsx";

const open = (doc: string) => EditorState.create({ doc, extensions: [documentLanguage, images(), uploads] });

const after = (state: EditorState, spec: TransactionSpec) => state.update(spec).newDoc.toString();

function imageIn(state: EditorState) {
  const image = imageAt(state, state.doc.toString().indexOf("!["));
  if (!image) throw new Error("no image");
  return image;
}

test("changes the size in the description and keeps the bytes of the URL", () => {
  const state = open("a ![one  two](</x y>  'so') b");
  const size = { width: 48, height: 27 };
  expect(after(state, { changes: changeImage(state, imageIn(state), { size }) })).toBe(
    "a ![one two|48x27](</x y>  'so') b",
  );
  expect(changeImage(state, imageIn(state), { title: "so", address: "/x" })).toHaveLength(1);
});

test("writes nothing if the image does not change", () => {
  const state = open("![a|48x27](/x)");
  expect(changeImage(state, imageIn(state), { alt: "a", size: { width: 48, height: 27 } })).toEqual([]);
  expect(after(state, { changes: changeImage(state, imageIn(state), { size: null }) })).toBe("![a](/x)");
});

test("escapes the pipe before the size in a table cell", () => {
  const state = open("| ![a](/x) |\n|---|");
  const size = { width: 5, height: 4 };
  expect(after(state, { changes: changeImage(state, imageIn(state), { size }) })).toBe("| ![a\\|5x4](/x) |\n|---|");
});

test("treats an image alone in its paragraph as a figure, and deletes it with its blank line", () => {
  const state = open("a\n\n![b](/x)\n\nc ![d](/x)");
  expect(figuresBetween(state, 0, state.doc.length)).toEqual([{ from: 3, to: 11 }]);
  expect(imageIn(state).isFigure).toBe(true);
  expect(after(state, deleteImage(state, imageIn(state)))).toBe("a\n\nc ![d](/x)");
});

test("inserts an image in its own paragraph, or in a table cell", () => {
  const image = { alt: "", size: { width: 5, height: 4 }, address: "/x", title: "" };
  const inserted = (doc: string, at: number) => after(open(doc), insertImage(open(doc), at, image));
  expect(inserted("ab", 1)).toBe("ab\n\n![|5x4](/x)\n");
  expect(inserted("a\n\n\n\nb", 3)).toBe("a\n\n![|5x4](/x)\n\nb");
  expect(inserted("a\n\nb", 2)).toBe("a\n\n![|5x4](/x)\n\nb");
  expect(inserted("| a |\n|---|", 3)).toBe("| a![\\|5x4](/x) |\n|---|");
});

test("keeps the proportions of an image when scaling it", () => {
  expect(scaled(240.4, { width: 480, height: 270 })).toEqual({ width: 240, height: 135 });
  expect(scaled(3, null)).toEqual({ width: 24, height: null });
});

test("derives no description from a generated file name", () => {
  expect(["image.png", "IMG_2033.JPG", "Screenshot 2026-11-22 at 20.15.png", "20261122.png"].map(describeFile)).toEqual(
    ["", "", "", ""],
  );
  expect(describeFile("harbour-at_night.v2.png")).toBe("harbour at night.v2");
});

test("moves an upload's position with the text, and removes its entry at the end", () => {
  const entry = { id: 1, name: "a", position: 4, share: 0, problem: null, stop() {}, cancel() {}, retry() {} };
  let state = open("one two").update({ effects: addUpload.of(entry) }).state;
  state = state.update({
    changes: { from: 0, insert: "zero " },
    effects: changeUpload.of({ id: 1, change: { share: 0.5 } }),
  }).state;
  expect(state.field(uploads)).toMatchObject([{ position: 9, share: 0.5 }]);
  expect(state.update({ effects: removeUpload.of(1) }).state.field(uploads)).toEqual([]);
});
