/** Attachments of a message draft: uploaded at once, shown above the text, and sent with it. */
import { useEffect, useRef } from "preact/hooks";
import { writeImage, writeLabel } from "../../../formats/markdown/image-model.ts";
import type { EditorContext, UploadedFile } from "../editor/context.ts";
import { words } from "../../../words/conversation.ts";
import { words as tools } from "../../../words/editor-tools.ts";
import { call, path } from "../api/api.ts";

export type Attachment = {
  readonly id: number;
  readonly file: File;
  /** Uploaded fraction, 0 to 1. */
  readonly share: number;
  /** Why the upload failed. */
  readonly problem: string | null;
  readonly uploaded: Promise<UploadedFile>;
  readonly stop: () => void;
};

/** Width and height of a thumbnail in CSS pixels. */
const SIDE = 72;

/** Size in bytes above which removing a file aborts its upload. */
const LARGE = 1_000_000;

let lastId = 0;

export class Attachments {
  #all: readonly Attachment[] = [];
  readonly #upload: EditorContext["upload"];
  readonly #changed: (all: readonly Attachment[]) => void;

  constructor(upload: EditorContext["upload"], changed: (all: readonly Attachment[]) => void) {
    this.#upload = upload;
    this.#changed = changed;
  }

  get all(): readonly Attachment[] {
    return this.#all;
  }

  add(files: Iterable<File>): void {
    this.#show([...this.#all, ...Array.from(files, (file) => this.#start(++lastId, file))]);
  }

  retry({ id, file }: Attachment): void {
    const again = this.#start(id, file);
    this.#show(this.#all.map((each) => (each.id === id ? again : each)));
  }

  /** Also deletes a file that is already uploaded: nobody has seen it. */
  remove(removed: Attachment): void {
    this.forget([removed]);
    // A smaller upload is left to finish and is deleted once its address is known.
    if (removed.share < 1 && removed.file.size > LARGE) removed.stop();
    removed.uploaded.then(
      ({ address }) => call("DELETE", path`/api/files/${address.split("/")[3] ?? ""}`).catch(() => undefined),
      () => undefined,
    );
  }

  /** Removes files from the list without deleting them: sent ones belong to their message. */
  forget(sent: readonly Attachment[]): void {
    const ids = new Set(sent.map(({ id }) => id));
    this.#show(this.#all.filter(({ id }) => !ids.has(id)));
  }

  #start(id: number, file: File): Attachment {
    const abort = new AbortController();
    const change = (part: Partial<Attachment>): void =>
      this.#show(this.#all.map((each) => (each.id === id ? { ...each, ...part } : each)));
    const uploaded = this.#upload(file, abort.signal, (share) => change({ share }));
    uploaded.then(
      () => change({ share: 1 }),
      (error: unknown) => change({ problem: error instanceof Error ? error.message : tools.uploadFailed }),
    );
    return { id, file, share: 0, problem: null, uploaded, stop: () => abort.abort() };
  }

  #show(all: readonly Attachment[]): void {
    this.#all = all;
    this.#changed(all);
  }
}

/** The Markdown of the files, once all are uploaded. Rejects with the reason of the first failed upload. */
export async function markdownOf(attachments: readonly Attachment[], describe: (name: string) => string) {
  const files = await Promise.all(attachments.map(async ({ uploaded }) => uploaded));
  const pictures = files.filter(({ isImage }) => isImage).map((file) => pictureOf(file, describe));
  const links = files.filter(({ isImage }) => !isImage).map(linkTo);
  // Pictures in one paragraph are laid out side by side.
  return [pictures.join(" "), links.join("\n\n")].filter((part) => part !== "").join("\n\n");
}

function pictureOf({ address, name, width, height }: UploadedFile, describe: (name: string) => string): string {
  const size = width === null ? null : { width, height };
  return writeImage({ alt: describe(name) || words.picture, size, address, title: "" });
}

const linkTo = ({ address, name }: UploadedFile): string => `[${writeLabel(name, null)}](${address})`;

type ListProps = {
  readonly all: readonly Attachment[];
  readonly remove: (attachment: Attachment) => void;
  readonly retry: (attachment: Attachment) => void;
};

export const AttachmentList = ({ all, remove, retry }: ListProps) =>
  all.length > 0 && (
    <ul class="row wrap attachments" aria-label={words.attachments}>
      {all.map((attachment) => {
        const { id, file, share, problem } = attachment;
        return (
          <li key={id} class="attachment" title={file.name}>
            <Thumbnail file={file} />
            {problem !== null ? (
              <p role="alert">{problem}</p>
            ) : (
              share < 1 && <progress max={1} value={share} aria-label={tools.uploadOf(file.name)} />
            )}
            {problem !== null && (
              <button type="button" aria-label={tools.tryFileAgain(file.name)} onClick={() => retry(attachment)}>
                {tools.tryAgain}
              </button>
            )}
            <button
              type="button"
              class="attachment-remove"
              aria-label={words.removeFile(file.name)}
              title={words.removeFile(file.name)}
              onClick={() => remove(attachment)}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );

/** Draws to a canvas, because the content security policy blocks images from memory. Other files show their name. */
const Thumbnail = ({ file }: { readonly file: File }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    draw(canvas.current, file).catch(() => undefined);
  }, [file]);
  if (!file.type.startsWith("image/")) return <span class="truncate attachment-name">{file.name}</span>;
  return <canvas ref={canvas} role="img" aria-label={file.name} width={SIDE * 2} height={SIDE * 2} />;
};

/** Fills the square and crops the rest, like the thumbnails of files. */
async function draw(canvas: HTMLCanvasElement | null, file: File): Promise<void> {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas?.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}
