/** Asks the service to suggest a text, which arrives line by line. */
import type { SuggestionLine, SuggestionRequest } from "../../../kernel/suggestion.ts";
import { words } from "../../../words/frame.ts";
import { ApiError, failureOf, path, withToken } from "../api/api.ts";

/** See `EditorContext`. */
export async function suggest(
  pageId: string,
  request: SuggestionRequest,
  signal: AbortSignal,
  write: (text: string) => void,
): Promise<boolean> {
  const lines = await withToken((headers) => post(path`/api/pages/${pageId}/suggestions`, request, headers, signal));
  let rest = "";
  for await (const piece of lines) {
    const complete = (rest + piece).split("\n");
    rest = complete.pop() ?? "";
    for (const text of complete) {
      // The shape is the route's contract.
      const line = JSON.parse(text) as SuggestionLine;
      if ("error" in line) throw await failureOf(line);
      if ("end" in line) return line.isCut;
      write(line.text);
    }
  }
  throw new ApiError("offline", words.offline);
}

async function post(
  address: string,
  request: SuggestionRequest,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const body = JSON.stringify(request);
  const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body, signal };
  const answer = await fetch(address, init).catch(() => null);
  if (!answer?.body) throw new ApiError("offline", words.offline);
  if (!answer.ok) throw await failureOf(await answer.json().catch(() => null));
  return readText(answer.body);
}

/** Not every browser iterates over streams. */
async function* readText(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const [reader, utf8] = [body.getReader(), new TextDecoder()];
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
      const { done, value } = await reader.read();
      if (done) return;
      yield utf8.decode(value, { stream: true });
    }
  } catch {
    throw new ApiError("offline", words.offline);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
