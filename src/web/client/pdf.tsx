/** The viewer of PDFs on a FILE page: a frame that reads them apart from everything, and what can be done with it. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { currentLanguage } from "../messages/language.ts";
import { words } from "../messages/pdf.ts";
import { CHUNK, FRAME_ADDRESS, type Panel, readMessage, type ToFrame } from "../pdf/protocol.ts";
import { isDark } from "../ui/theme.ts";
import { type Found, type Place, POINTS_OF_PIXEL, Tools } from "./pdf-tools.tsx";

/** `host` says where the file is, and how many bytes it has. The viewer stays until `signal` is aborted. */
export function openPdf(host: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  signal.addEventListener("abort", () => render(null, host));
  const title = document.querySelector<HTMLElement>(".file-name")?.textContent ?? "";
  render(
    <Viewer title={title} file={{ address: host.dataset["pdf"] ?? "", size: Number(host.dataset["size"]) }} />,
    host,
  );
}

type File = { readonly address: string; readonly size: number };

type State =
  | { readonly kind: "opening" | "broken" }
  | { readonly kind: "locked"; readonly isWrong: boolean }
  | { readonly kind: "open"; readonly pages: number; readonly hasOutline: boolean };

function Viewer({ title, file }: { title: string; file: File }) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const around = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const { frame, state, setState, place, found, setFound, say } = useFrame(file, {
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

/** Pressed once more it is the browser's own. */
function focusFind(event: KeyboardEvent, field: HTMLInputElement | null): void {
  if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (!field || event.target === field) return;
  event.preventDefault();
  field.select();
}

/** What is asked for by keys and presses inside the frame. */
type Wishes = { readonly finds: () => void; readonly closes: () => void };

/** What the frame shows of the file, and what it is told. */
function useFrame(file: File, { finds, closes }: Wishes) {
  const [state, setState] = useState<State>({ kind: "opening" });
  const [place, setPlace] = useState<Place>({ page: 1, scale: POINTS_OF_PIXEL });
  const [found, setFound] = useState<Found | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const say = (message: ToFrame, moved: Transferable[] = []): void =>
    // A document without origin cannot be named; its address is ours, and what it is sent is the file that it shows.
    frame.current?.contentWindow?.postMessage(message, "*", moved);

  useEffect(() => {
    const left = new AbortController();
    const fail = (): void => setState({ kind: "broken" });
    const hear = (event: MessageEvent): void => {
      // That it is the frame is said by its window: a document without origin has none to compare.
      if (event.source !== frame.current?.contentWindow || event.origin !== "null") return;
      const message = readMessage(event.data);
      if (message?.type === "ready") start(file, say, left.signal).catch(fail);
      else if (message?.type === "wants") sendBytes(file, message, say, left.signal).catch(fail);
      else if (message?.type === "opened") setState({ ...message, kind: "open" });
      else if (message?.type === "moved") setPlace(message);
      else if (message?.type === "found") setFound(message);
      else if (message?.type === "finds") finds();
      else if (message?.type === "closes") closes();
      else if (message?.type === "locked") setState({ kind: "locked", isWrong: message.isWrong });
      // Only what a person pressed: the frame could tell others what it read else.
      else if (message?.type === "link" && navigator.userActivation.isActive)
        open(message.address, "_blank", "noopener,noreferrer");
      else if (message?.type === "broken") fail();
    };
    addEventListener("message", hear, { signal: left.signal });
    return () => left.abort();
  }, []);
  return { frame, state, setState, place, found, setFound, say };
}

const Password = ({ isWrong, answer }: { isWrong: boolean; answer: (password: string) => void }) => (
  <form
    class="pdf-password"
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
  const look = { isDark: isDark(), language: currentLanguage(), pageName: words.pageName, panelNames: words.panels };
  say({ type: "open", length: file.size, start: bytes, ...look }, [bytes]);
}

async function sendBytes(file: File, { from, to }: { from: number; to: number }, say: Say, signal: AbortSignal) {
  const bytes = await fetchBytes(file, from, Math.min(to, file.size), signal);
  say({ type: "bytes", from, bytes }, [bytes]);
}

/** Rejects unless just these bytes came: another version of the file may have taken its place. */
async function fetchBytes({ address }: File, from: number, to: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(address, { headers: { Range: `bytes=${from}-${to - 1}` }, signal });
  if (!answer.ok) throw new RangeError(String(answer.status));
  const bytes = await answer.arrayBuffer();
  const piece = answer.status === 206 ? bytes : bytes.slice(from, to);
  if (piece.byteLength !== to - from) throw new RangeError(String(piece.byteLength));
  return piece;
}
