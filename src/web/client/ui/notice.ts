/** Short messages in the live regions of the page: status messages disappear, errors stay until dismissed. */
import { ApiError } from "../api/api.ts";
import { element, need } from "./dom.ts";
import { reloadForFiles } from "../api/stale-files.ts";
import { words } from "../../../words/frame.ts";

const QUIET_MS = 6_000;

type Live = "status" | "alert";

/** A modal dialog hides everything outside it from all users, so it has its own live regions. */
export const region = (role: Live): HTMLElement =>
  need(`:scope > .notices[role="${role}"]`, HTMLElement, document.querySelector("dialog:modal") ?? document.body);

/** The live regions of a dialog that is built in the browser; the server renders the same. */
export const liveRegions = (): HTMLElement[] => [
  element("div", { class: "notices", role: "status" }),
  element("div", { class: "notices", role: "alert" }),
];

/** Reports a success. */
export const announce = (message: string): void => showStatus(message, "notice");

/** Like `announce`, but for screen readers only, where the screen already shows the result. */
export const announceForScreenReaders = (message: string): void => showStatus(message, "hidden");

function showStatus(message: string, className: string): void {
  const note = element("p", { class: className }, message);
  region("status").replaceChildren(note);
  setTimeout(() => note.remove(), QUIET_MS);
}

const messageOf = (error: unknown): string => {
  if (typeof error === "string") return error;
  return error instanceof Error ? error.message : words.wentWrong;
};

/**
 * Shows a failure: a sentence, or a thrown value. An unknown error is also reported to the console. `again` is offered
 * as a retry where the problem may be temporary.
 */
export function showError(thrown: unknown, again?: () => void): void {
  const isLost = thrown === lost;
  const error = isLost ? words.notLoaded : thrown;
  const message = messageOf(error);
  const code = error instanceof ApiError ? error.code : null;
  const signIn = code === "unauthenticated" || code === "step_up_required";
  const sameAgain = code === "step_up_required" ? "again=1&" : "";
  const here = encodeURIComponent(location.pathname);
  const button = (label: string, act?: () => void): HTMLElement =>
    element("button", { type: "button", class: "quiet", onclick: () => (note.remove(), act?.()) }, label);
  const note = element(
    "p",
    { class: "row wrap notice notice-error" },
    element("span", {}, code === "unauthenticated" ? words.signedOut : message),
    signIn ? element("a", { href: `/signin?${sameAgain}next=${here}` }, words.signIn) : null,
    isLost || (again && code === "offline") ? button(words.again, again ?? (() => location.reload())) : null,
    button(words.dismiss),
  );
  region("status").replaceChildren();
  region("alert").replaceChildren(note);
  if (!(error instanceof ApiError) && typeof error !== "string") reportError(error);
}

/** Number of running actions that the user is waiting for. */
let running = 0;
let lost: unknown = null;

/** Records that a script failed to load. Returns true if an action is waiting for it and will report it. */
export function noteLostScript(error: unknown): boolean {
  lost = error;
  return running > 0;
}

export const clearErrors = (): void => region("alert").replaceChildren();

/** In ms: anything faster feels instant, and anything that stays busy for longer is also announced to screen readers. */
const SLOW_MS = 150;
const TOLD_MS = 1_000;

/** Shows a notice if something takes a while. The returned function ends it. */
export function showWaiting(control: HTMLElement | null): () => void {
  const dialog = document.querySelector("dialog:modal");
  const note = element("p", {}, words.moment);
  const show = (): void => {
    // A dialog that waits for the user is not slow.
    if (document.querySelector("dialog:modal") === dialog) region("status").append(note);
  };
  let timer = setTimeout(() => {
    // The control itself shows that it is busy, unless it was in a menu that has closed.
    const isSeen = control?.checkVisibility() ?? false;
    note.className = isSeen ? "hidden" : "notice notice-waiting";
    if (isSeen) timer = setTimeout(show, TOLD_MS - SLOW_MS);
    else show();
  }, SLOW_MS);
  return () => {
    clearTimeout(timer);
    note.remove();
  };
}

/** Runs a user's action: the control is busy meanwhile, and a failure is shown. */
export function attempt(control: HTMLElement | null, act: () => Promise<void>, isAgain = false): void {
  if (control?.getAttribute("aria-busy") === "true") return;
  clearErrors();
  control?.setAttribute("aria-busy", "true");
  const end = showWaiting(control);
  running++;
  act()
    .catch((error: unknown) => {
      // A file that is missing twice while online was removed by a deployment.
      if (isAgain && error === lost && reloadForFiles()) return;
      showError(error, () => {
        control?.focus();
        attempt(control, act, true);
      });
    })
    .finally(() => {
      running--;
      end();
      control?.removeAttribute("aria-busy");
    });
}

/** Runs `act` on submit, in place of the browser's own submission. */
export function onSubmit(form: HTMLFormElement, act: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form.querySelector<HTMLElement>("[type=submit]"), act);
  });
}
