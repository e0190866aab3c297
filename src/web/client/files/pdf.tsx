/** The PDF viewer of a FILE page: an isolated frame that reads the file, and its tools. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { currentLanguage } from "../../../words/language.ts";
import { words as comments } from "../../../words/comments.ts";
import { words } from "../../../words/pdf.ts";
import { CHUNK, FRAME_ADDRESS, type Panel, readMessage, type ToFrame } from "../pdf-frame/protocol.ts";
import { isDark } from "../ui/theme.ts";
import { PdfHost } from "./pdf-host.ts";
import { type Found, type Place, POINTS_OF_PIXEL, Tools } from "./pdf-tools.tsx";

/** `host` contains the file's address and its size in bytes. The viewer stays until `signal` is aborted. */
export function openPdf(host: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  signal.addEventListener("abort", () => render(null, host));
  const title = document.querySelector<HTMLElement>(".file-name")?.textContent ?? "";
  const file = {
    address: host.dataset["pdf"] ?? "",
    size: Number(host.dataset["size"]),
    mayComment: host.closest("[data-can-comment]") !== null,
  };
  render(<Viewer title={title} file={file} host={new PdfHost(host)} />, host);
}

type File = { readonly address: string; readonly size: number; readonly mayComment: boolean };

type State =
  | { readonly kind: "opening" | "broken" }
  | { readonly kind: "locked"; readonly isWrong: boolean }
  | { readonly kind: "open"; readonly pages: number; readonly hasOutline: boolean };

function Viewer({ title, file, host }: { title: string; file: File; host: PdfHost }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const around = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { frame, state, setState, place, found, setFound, say } = useFrame(file, host, {
    finds: () => field.current?.select(),
    closes: () => setPanel(null),
  });
  return (
    <div class="pdf" ref={around} data-state={state.kind} onKeyDown={(event) => focusFind(event, field.current)}>
      {state.kind === "open" && (
        <Tools
          {...state}
          place={place}
          found={found}
          field={field}
          find={(text, step) => {
            if (text === "") setFound(null);
            say({ type: "find", text, step });
          }}
          panel={panel}
          open={(next) => {
            setPanel(next);
            say({ type: "panel", panel: next });
          }}
          zoomTo={(zoom) => say({ type: "zoom", zoom })}
          goTo={(page) => say({ type: "go", page })}
          fill={() => void around.current?.requestFullscreen()}
        />
      )}
      {state.kind === "opening" && <p class="muted">{words.opening}</p>}
      {state.kind === "broken" && <p class="problem">{words.broken}</p>}
      {state.kind === "locked" && (
        <Password
          isWrong={state.isWrong}
          answer={(password) => {
            setState({ kind: "opening" });
            say({ type: "password", password });
          }}
        />
      )}
      <iframe
        ref={frame}
        src={FRAME_ADDRESS}
        sandbox="allow-scripts"
        title={words.pages(title)}
        hidden={state.kind !== "open"}
      />
    </div>
  );
}

/** A second press opens the browser's own search. */
function focusFind(event: KeyboardEvent, field: HTMLInputElement | null): void {
  if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (!field || event.target === field) return;
  event.preventDefault();
  field.select();
}

/** Requests made with keys and presses inside the frame. */
type Wishes = { readonly finds: () => void; readonly closes: () => void };

/** The state of the frame, and a function that sends messages to it. */
function useFrame(file: File, host: PdfHost, { finds, closes }: Wishes) {
  const [state, setState] = useState<State>({ kind: "opening" });
  const [place, setPlace] = useState<Place>({ page: 1, scale: POINTS_OF_PIXEL });
  const [found, setFound] = useState<Found | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const say = (message: ToFrame, moved: Transferable[] = []): void =>
    // A document with an opaque origin cannot be a target origin. Its address is ours, and it receives only the file
    // that it shows.
    frame.current?.contentWindow?.postMessage(message, "*", moved);

  useEffect(() => {
    const left = new AbortController();
    const fail = (): void => setState({ kind: "broken" });
    const hear = (event: MessageEvent): void => {
      // The frame is recognized by its window: an opaque origin cannot be compared.
      if (event.source !== frame.current?.contentWindow || event.origin !== "null") return;
      const message = readMessage(event.data);
      if (message?.type === "ready") start(file, say, left.signal).catch(fail);
      else if (message?.type === "wants") sendBytes(file, message, say, left.signal).catch(fail);
      else if (message?.type === "opened") {
        setState({ ...message, kind: "open" });
        host.opened(say);
      }
      else if (message?.type === "moved") setPlace(message);
      else if (message?.type === "found") setFound(message);
      else if (message?.type === "finds") finds();
      else if (message?.type === "closes") closes();
      else if (message?.type === "locked") setState({ kind: "locked", isWrong: message.isWrong });
      // Only after a user's press: otherwise the frame could leak what it has read.
      else if (message?.type === "link" && navigator.userActivation.isActive)
        open(message.address, "_blank", "noopener,noreferrer");
      else if (message?.type === "broken") fail();
      else if (message) host.hear(message);
    };
    addEventListener("message", hear, { signal: left.signal });
    return () => left.abort();
  }, []);
  return { frame, state, setState, place, found, setFound, say };
}

const Password = ({ isWrong, answer }: { isWrong: boolean; answer: (password: string) => void }) => (
  <form
    class="row wrap pdf-password"
    onSubmit={(event) => {
      event.preventDefault();
      const typed = new FormData(event.currentTarget).get("password");
      if (typeof typed === "string") answer(typed);
    }}
  >
    <p role="status">{isWrong ? words.wrongPassword : words.locked}</p>
    <label>
      {words.password}
      <input type="password" name="password" autocomplete="off" required />
    </label>
    <button type="submit">{words.unlock}</button>
  </form>
);

type Say = (message: ToFrame, moved?: Transferable[]) => void;

async function start(file: File, say: Say, signal: AbortSignal): Promise<void> {
  const bytes = await fetchBytes(file, 0, Math.min(CHUNK, file.size), signal);
  const commentLabel = file.mayComment ? comments.comment : null;
  const names = { pageName: words.pageName, panelNames: words.panels, commentLabel };
  const look = { isDark: isDark(), language: currentLanguage(), ...names };
  say({ type: "open", length: file.size, start: bytes, ...look }, [bytes]);
}

async function sendBytes(file: File, { from, to }: { from: number; to: number }, say: Say, signal: AbortSignal) {
  const bytes = await fetchBytes(file, from, Math.min(to, file.size), signal);
  say({ type: "bytes", from, bytes }, [bytes]);
}

/** Rejects unless the response has exactly these bytes: another version may have replaced the file. */
async function fetchBytes({ address }: File, from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(address, { headers: { Range: `bytes=${from}-${to - 1}` }, signal });
  if (!answer.ok) throw new RangeError(String(answer.status));
  const bytes = await answer.arrayBuffer();
  const piece = answer.status === 206 ? bytes : bytes.slice(from, to);
  if (piece.byteLength !== to - from) throw new RangeError(String(piece.byteLength));
  return piece;
}
