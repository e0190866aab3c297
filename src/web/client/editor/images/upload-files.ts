/** Chosen, pasted or dropped files become images in the document, or links if they are not images. */
import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin } from "@codemirror/view";
import type { Size } from "../../../../formats/markdown/image-model.ts";
import { words } from "../../../../words/editor-tools.ts";
import { element } from "../../ui/dom.ts";
import { editorContext, type UploadedFile } from "../context.ts";
import { filesOf } from "../copied-data.ts";
import { changeImage, describe, insertImage, insertLink } from "./image-edits.ts";
import { imageAt } from "./image-widget.ts";
import { addUpload, changeUpload, removeUpload, uploads } from "./uploads.tsx";

let lastId = 0;

type Task = {
  readonly file: File;
  /** Changes the address of the image at the position instead of inserting a new one. */
  readonly isReplacement: boolean;
};

/** Uploads files to the page, to be inserted at a position. */
function uploadFiles(view: EditorView, files: Iterable<File>, position: number): void {
  for (const file of files) begin(view, { file, isReplacement: false }, position);
}

function begin(view: EditorView, task: Task, position: number): void {
  const id = ++lastId;
  const { name } = task.file;
  let abort = new AbortController();
  const start = () => {
    abort = new AbortController();
    void send(view, id, task, abort.signal);
  };
  const entry = {
    id,
    name: name === "" ? words.image : name,
    position,
    share: 0,
    problem: null,
    stop: () => abort.abort(),
    cancel: () => {
      abort.abort();
      view.dispatch({ effects: removeUpload.of(id) });
    },
    retry: () => {
      view.dispatch({ effects: changeUpload.of({ id, change: { share: 0, problem: null } }) });
      start();
    },
  };
  view.dispatch({ effects: addUpload.of(entry) });
  start();
}

async function send(view: EditorView, id: number, { file, isReplacement }: Task, signal: AbortSignal): Promise<void> {
  const context = view.state.facet(editorContext);
  const isWanted = () => !signal.aborted && view.state.field(uploads, false)?.some((entry) => entry.id === id) === true;
  if (!context) return;
  try {
    const stored = await context.upload(file, signal, (share) => {
      if (isWanted()) view.dispatch({ effects: changeUpload.of({ id, change: { share } }) });
    });
    const size = stored.isImage ? await sizeOf(stored, file) : null;
    if (!isWanted()) return;
    if (isReplacement) replace(view, id, stored, size);
    else insert(view, id, stored, size);
    context.announce(words.uploaded(stored.name));
  } catch (error) {
    if (!isWanted()) return;
    const problem = error instanceof Error ? error.message : words.uploadFailed;
    view.dispatch({ effects: changeUpload.of({ id, change: { problem } }) });
  }
}

const entryOf = (view: EditorView, id: number) => view.state.field(uploads).find((entry) => entry.id === id);

const positionOf = (view: EditorView, id: number): number => entryOf(view, id)?.position ?? view.state.doc.length;

function insert(view: EditorView, id: number, { address, name, isImage }: UploadedFile, size: Size | null): void {
  const position = positionOf(view, id);
  const spec = isImage
    ? insertImage(view.state, position, { alt: describe(name), size, address, title: "" })
    : insertLink(position, name, address);
  view.dispatch({ ...spec, effects: removeUpload.of(id) });
}

function replace(view: EditorView, id: number, { address, isImage }: UploadedFile, size: Size | null): void {
  // The image to be replaced may have given way to another one.
  const image = entryOf(view, id)?.isGone === true ? null : imageAt(view.state, positionOf(view, id));
  if (!image || !isImage) {
    const problem = isImage ? words.imageGone : words.noImage;
    view.dispatch({ effects: changeUpload.of({ id, change: { problem } }) });
    return;
  }
  // Keeps the width of the previous image, with the new proportions.
  const { width } = image.model;
  const scale = width !== null && size ? Math.min(1, width / size.width) : 1;
  const shown = size && {
    width: Math.round(size.width * scale),
    height: size.height === null ? null : Math.round(size.height * scale),
  };
  const changes = changeImage(view.state, image, { address, size: shown });
  view.dispatch({ changes, effects: removeUpload.of(id), userEvent: "input.image" });
}

/** Taken from the upload, otherwise read from the file. */
async function sizeOf({ width, height }: UploadedFile, file: File): Promise<Size | null> {
  if (width !== null) return { width, height };
  try {
    const bitmap = await createImageBitmap(file);
    const size = { width: bitmap.width, height: bitmap.height };
    bitmap.close();
    return size;
  } catch {
    // This browser cannot decode the format.
    return null;
  }
}

function choose(accept: string, isMultiple: boolean, onChosen: (files: File[]) => void): void {
  const input = element("input", {
    type: "file",
    accept,
    multiple: isMultiple,
    onchange: () => onChosen([...(input.files ?? [])]),
  });
  input.click();
}

/** Lets the user choose images and inserts them at the caret. */
export function chooseImage(view: EditorView): boolean {
  if (view.state.readOnly) return false;
  choose("image/*", true, (files) => {
    uploadFiles(view, files, view.state.selection.main.head);
    view.focus();
  });
  return true;
}

/** Lets the user choose a replacement for the selected image. */
export function replaceImage(view: EditorView): void {
  const { from } = view.state.selection.main;
  choose("image/*", false, ([file]) => {
    if (file) begin(view, { file, isReplacement: true }, from);
  });
}

const takeFiles = (place: (view: EditorView, event: MouseEvent | null) => { view: EditorView; position: number }) => {
  const take = (data: DataTransfer | null, event: Event, at: () => { view: EditorView; position: number }): boolean => {
    const files = filesOf(data);
    if (files.length === 0) return false;
    const { view, position } = at();
    if (view.state.readOnly) return false;
    event.preventDefault();
    uploadFiles(view, files, position);
    return true;
  };
  return EditorView.domEventHandlers({
    paste: (event, view) => take(event.clipboardData, event, () => place(view, null)),
    drop: (event, view) => take(event.dataTransfer, event, () => place(view, event)),
  });
};

/** For a cell's editor: files go into that cell of the document. */
export const cellFiles = (document: EditorView): Extension =>
  takeFiles(() => ({ view: document, position: document.state.selection.main.head }));

export const documentFiles: Extension = [
  takeFiles((view, event) => ({
    view,
    position: event ? view.posAtCoords({ x: event.clientX, y: event.clientY }, false) : view.state.selection.main.head,
  })),
  ViewPlugin.define((view) => ({
    destroy() {
      // Nobody would see the uploads arrive.
      for (const { stop } of view.state.field(uploads, false) ?? []) stop();
    },
  })),
];
