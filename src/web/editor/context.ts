/** What the extensions of an editor know of the page they are in, and ask of the place it is shown in. */
import { Facet } from "@codemirror/state";

export type UploadedFile = {
  /** Address of the file at this service, as it is written into the text. */
  readonly address: string;
  readonly name: string;
  readonly isImage: boolean;
  /** Pixels, null where they are not known. */
  readonly width: number | null;
  readonly height: number | null;
};

type PersonFound = { readonly id: string; readonly name: string; readonly detail: string };
type PageFound = { readonly id: string; readonly title: string; readonly type: string; readonly drive: string };

/** Text whose place was deleted by somebody else while it was being typed. */
export type LostText = {
  /** What happened. */
  readonly message: string;
  readonly text: string;
  /** Another place for it; `run` returns false where there is none, for example in a view that was left. */
  readonly put: { readonly label: string; readonly run: (text: string) => boolean } | null;
};

export interface EditorContext {
  readonly pageId: string;
  readonly driveId: string;
  /** Rejects with an `ApiError`, whose message is a sentence to show. `onProgress` hears of the share sent, 0 to 1. */
  upload(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<UploadedFile>;
  /** People who can see the page: the user, members, guests. */
  findPeople(query: string, signal: AbortSignal): Promise<readonly PersonFound[]>;
  /** Pages the reader may see, best first. */
  findPages(query: string, signal: AbortSignal): Promise<readonly PageFound[]>;
  /** What is there to read of a page; null for one that the reader may not see. */
  describePage(id: string, signal: AbortSignal): Promise<{ readonly title: string; readonly excerpt: string } | null>;
  /** Asks for the name of a page under this one; `made` hears of it before one goes there. */
  makePage(made: (page: { readonly id: string; readonly title: string }) => void): Promise<void>;
  /** Goes to an address in place where it is one of ours, else opens a tab. */
  open(address: string): void;
  /** Shows a picture of ours to be looked at closely. */
  openPicture(address: string, title: string): Promise<void>;
  /** Says quietly that something went as it should, for eyes and screen readers. */
  announce(message: string): void;
  showError(error: unknown): void;
  /** Shows text that has lost its place, to be copied or put elsewhere. Takes the focus, so that typing goes on there. */
  offerText(lost: LostText): void;
}

/** Extensions read it with `state.facet(editorContext)`; null in tests that need none. */
export const editorContext = Facet.define<EditorContext, EditorContext | null>({
  combine: ([context]) => context ?? null,
});
