/** What an editor's extensions know about the page, and what they need from the surrounding application. */
import type { PageType } from "../../../kernel/page-type.ts";
import type { SuggestionRequest } from "../../../kernel/suggestion.ts";
import type { PropertyScope } from "../../shared/properties/context.ts";
import { Facet } from "@codemirror/state";

export type UploadedFile = {
  /** The file's address on this service, as it is written into the text. */
  readonly address: string;
  readonly name: string;
  readonly isImage: boolean;
  /** In pixels; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
};

type PersonFound = { readonly id: string; readonly name: string; readonly detail: string };
type PageFound = {
  readonly id: string;
  readonly title: string;
  readonly type: PageType;
  /** Its emoji; null if it has none. */
  readonly icon: string | null;
  readonly drive: string;
};

/** Text whose place was deleted by another user while it was being typed. */
export type LostText = {
  /** What happened. */
  readonly message: string;
  readonly text: string;
  /** Another place for the text; `run` returns false if there is none, for example because the view was closed. */
  readonly put: { readonly label: string; readonly run: (text: string) => boolean } | null;
};

export interface EditorContext {
  readonly pageId: string;
  readonly driveId: string;
  /** When the page was loaded; null for a page whose front matter is shown as lines. */
  readonly properties: PropertyScope | null;
  /**
   * Rejects with an `ApiError`, whose message can be shown to the user. `onProgress` receives the fraction sent, 0 to 1.
   */
  upload(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<UploadedFile>;
  /** People who can see the page: the user, members and guests. */
  findPeople(query: string, signal: AbortSignal): Promise<readonly PersonFound[]>;
  /** Pages that the user may see, best match first. */
  findPages(query: string, signal: AbortSignal): Promise<readonly PageFound[]>;
  /** Title and excerpt of a page; null if the user may not see it. */
  describePage(id: string, signal: AbortSignal): Promise<{ readonly title: string; readonly excerpt: string } | null>;
  /** Prompts for the name of a subpage; `made` is called before navigating to it. */
  makePage(made: (page: { readonly id: string; readonly title: string }) => void): Promise<void>;
  /** Navigates within the app for one of our own addresses, otherwise opens a tab. */
  open(address: string): void;
  /**
   * Asks a model to suggest a text; `write` receives it in pieces. Rejects with an `ApiError`; resolves to true if the
   * suggestion was cut at its maximum length.
   */
  suggest(request: SuggestionRequest, signal: AbortSignal, write: (text: string) => void): Promise<boolean>;
  /** Opens one of our images in the viewer. */
  openPicture(address: string, title: string): Promise<void>;
  /** Announces success unobtrusively, visually and to screen readers. */
  announce(message: string): void;
  showError(error: unknown): void;
  /**
   * Shows text that has lost its place, to be copied or inserted elsewhere. Takes the focus, so that typing continues
   * there.
   */
  offerText(lost: LostText): void;
}

/** Extensions read it with `state.facet(editorContext)`; null in tests that do not need one. */
export const editorContext = Facet.define<EditorContext, EditorContext | null>({
  combine: ([context]) => context ?? null,
});
