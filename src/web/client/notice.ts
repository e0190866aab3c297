/** Short messages in the live regions of the page: quiet ones pass, errors stay until they are dismissed. */
import { ApiError } from "./api.ts";
import { element, need } from "./dom.ts";
import { reloadForFiles } from "./stale-files.ts";
import { words } from "../messages/frame.ts";

const QUIET_MS = 6_000;

type Live = "status" | "alert";

/** A modal dialog hides what is outside it from everyone, so it has live regions of its own. */
const region = (role: Live): HTMLElement =>
  need(`:scope > .notices[role="${role}"]`, HTMLElement, document.querySelector("dialog:modal") ?? document.body);

/** The live regions of a dialog that the browser builds; the server renders the same. */
export const liveRegions = (): HTMLElement[] => [
  element("div", { class: "notices", role: "status" }),
  element("div", { class: "notices", role: "alert" }),
];

/** Something went as it should. */
export const announce = (message: string): void => showStatus(message, "notice");

/** As `announce`, where what is on the screen already shows it: only screen readers are told. */
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
 * Something failed: a sentence, or what was thrown. An unknown failure is also thrown on, for the console. `again` is offered
 * where it may come right by itself.
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
    { class: "notice notice-error" },
    element("span", {}, code === "unauthenticated" ? words.signedOut : message),
    signIn ? element("a", { href: `/signin?${sameAgain}next=${here}` }, words.signIn) : null,
    isLost || (again && code === "offline") ? button(words.again, again ?? (() => location.reload())) : null,
    button(words.dismiss),
  );
  region("status").replaceChildren();
  region("alert").replaceChildren(note);
  if (!(error instanceof ApiError) && typeof error !== "string") reportError(error);
}

/** What somebody asked for and waits for. */
let running = 0;
let lost: unknown = null;

/** A script could not be loaded. Returns whether somebody waits for it, who is told. */
export function noteLostScript(error: unknown): boolean {
  lost = error;
  return running > 0;
}

export const clearErrors = (): void => region("alert").replaceChildren();

/** In ms: what comes sooner seems to come at once, and what stays busy for longer is also told to those who do not see it. */
const SLOW_MS = 150;
const TOLD_MS = 1_000;

/** Says that something is on its way once that takes a while, until what is returned is called. */
export function showWaiting(control: HTMLElement | null): () => void {
  const dialog = document.querySelector("dialog:modal");
  const note = element("p", {}, words.moment);
  const show = (): void => {
    // What waits for an answer in a dialog is not slow.
    if (document.querySelector("dialog:modal") === dialog) region("status").append(note);
  };
  let timer = setTimeout(() => {
    // It shows that it is busy, unless it was in a menu that has closed.
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

/** Runs something a person asked for: the control is busy meanwhile, and a failure is shown. */
export function attempt(control: HTMLElement | null, act: () => Promise<void>, isAgain = false): void {
  if (control?.getAttribute("aria-busy") === "true") return;
  clearErrors();
  control?.setAttribute("aria-busy", "true");
  const end = showWaiting(control);
  running++;
  act()
    .catch((error: unknown) => {
      // What is missing twice, though there is a network, was taken away by a deployment.
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

/** Runs `act` when the form is sent, in place of the browser's own sending. */
export function onSubmit(form: HTMLFormElement, act: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form.querySelector<HTMLElement>("[type=submit]"), act);
  });
}
