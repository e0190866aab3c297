/** A suggestion: its text while it is written, then how it differs from the user's text. */
import type { RefObject } from "preact";
import { words } from "../../../../words/editor-ask.ts";
import type { DiffPiece } from "./suggested-text.ts";

export type Shown =
  | { readonly kind: "writing"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string; readonly canRetry: boolean }
  | {
      readonly kind: "ready";
      readonly pieces: readonly DiffPiece[];
      readonly isCut: boolean;
      /** The user's text has changed since. */
      readonly hasChanged: boolean;
    };

type Actions = Readonly<Record<"accept" | "copy" | "again" | "close", () => void>>;

type Props = Actions & {
  readonly shown: Shown;
  readonly isCode: boolean;
  /** The button that is focused when the card's state changes. */
  readonly main: RefObject<HTMLButtonElement | null>;
};

export function SuggestionCard({ shown, isCode, main, ...actions }: Props) {
  const note = noteOf(shown);
  return (
    <div class="ed-suggestion">
      {shown.kind === "failed" ? null : (
        <div
          class={isCode ? "ed-suggestion-text ed-suggestion-code" : "ed-suggestion-text"}
          role="region"
          aria-label={words.suggestion}
          aria-busy={shown.kind === "writing"}
          tabIndex={0}
          dir="auto"
        >
          {shown.kind === "writing" ? shown.text || words.writing : shown.pieces.map(Piece)}
        </div>
      )}
      {note === "" ? null : (
        <p class="ed-suggestion-note" role={shown.kind === "failed" ? "alert" : undefined}>
          {note}
        </p>
      )}
      <Buttons shown={shown} main={main} actions={actions} />
    </div>
  );
}

const Piece = ({ kind, text }: DiffPiece) => {
  if (kind === "same") return text;
  const Tag = kind === "removed" ? "del" : "ins";
  return (
    <Tag>
      {/* Does not decide the direction of the text. */}
      <bdi class="hidden">{kind === "removed" ? words.removed : words.added}</bdi>
      {text}
    </Tag>
  );
};

function noteOf(shown: Shown): string {
  if (shown.kind === "writing") return "";
  if (shown.kind === "failed") return shown.message;
  if (shown.hasChanged) return words.textChanged;
  if (shown.pieces.every(({ kind }) => kind === "same")) return words.noChanges;
  return shown.isCut ? words.isCut : "";
}

type Button = { readonly label: string; readonly run: () => void };

/** The first is the main one. */
function buttonsFor(shown: Shown, { accept, copy, again, close }: Actions): readonly Button[] {
  const retry = { label: words.again, run: again };
  if (shown.kind === "writing") return [{ label: words.stop, run: close }];
  const discard = { label: shown.kind === "failed" ? words.close : words.discard, run: close };
  if (shown.kind === "failed") return shown.canRetry ? [retry, discard] : [discard];
  const first = shown.hasChanged ? { label: words.copy, run: copy } : { label: words.accept, run: accept };
  return [first, discard, retry];
}

const Buttons = ({ shown, main, actions }: Pick<Props, "shown" | "main"> & { readonly actions: Actions }) => (
  <div class="row ed-suggestion-actions">
    {buttonsFor(shown, actions).map(({ label, run }, at) => (
      <button
        type="button"
        key={label}
        class={at === 0 && shown.kind !== "writing" ? "ed-suggestion-main" : ""}
        ref={at === 0 ? main : null}
        onClick={run}
      >
        {label}
      </button>
    ))}
  </div>
);
