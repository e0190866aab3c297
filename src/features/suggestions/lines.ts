/** An answer that is written in lines of JSON while it is read. */
import type { SuggestionLine } from "../../kernel/suggestion.ts";

export type LineWriter = {
  readonly write: (line: SuggestionLine) => void;
  readonly close: () => void;
  readonly stream: ReadableStream<Uint8Array>;
  /** Aborted once the reader is gone. */
  readonly signal: AbortSignal;
};

export function createLines(): LineWriter {
  const utf8 = new TextEncoder();
  const gone = new AbortController();
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sink = controller;
    },
    cancel: () => {
      sink = null;
      gone.abort();
    },
  });
  return {
    write: (line) => sink?.enqueue(utf8.encode(`${JSON.stringify(line)}\n`)),
    close: () => {
      sink?.close();
      sink = null;
    },
    stream,
    signal: gone.signal,
  };
}
