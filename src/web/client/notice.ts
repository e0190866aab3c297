/** Short messages in the live regions of the page: quiet ones pass, errors stay until they are dismissed. */
import { ApiError } from "./api.ts";
import { element, need } from "./dom.ts";
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
export function announce(message: string): void {
  const note = element("p", { class: "notice" }, message);
  region("status").replaceChildren(note);
  setTimeout(() => note.remove(), QUIET_MS);
}

const messageOf = (error: unknown): string => {
  if (typeof error === "string") return error;
  return error instanceof Error ? error.message : words.wentWrong;
};

/** Something failed: a sentence, or what was thrown. An unknown failure is also thrown on, for the console. */
export function showError(error: unknown): void {
  const message = messageOf(error);
  const code = error instanceof ApiError ? error.code : null;
  const signIn = code === "unauthenticated" || code === "step_up_required";
  const again = code === "step_up_required" ? "again=1&" : "";
  const here = encodeURIComponent(location.pathname);
  const note = element(
    "p",
    { class: "notice notice-error" },
    element("span", {}, code === "unauthenticated" ? words.signedOut : message),
    signIn ? element("a", { href: `/signin?${again}next=${here}` }, words.signIn) : null,
    element("button", { type: "button", class: "quiet", onclick: () => note.remove() }, words.dismiss),
  );
  region("status").replaceChildren();
  region("alert").replaceChildren(note);
  if (!(error instanceof ApiError) && typeof error !== "string") reportError(error);
}

export const clearErrors = (): void => region("alert").replaceChildren();

/** Runs something a person asked for: the control is busy meanwhile, and a failure is shown. */
export function attempt(control: HTMLElement | null, act: () => Promise<void>): void {
  if (control?.getAttribute("aria-busy") === "true") return;
  clearErrors();
  control?.setAttribute("aria-busy", "true");
  act()
    .catch(showError)
    .finally(() => control?.removeAttribute("aria-busy"));
}

/** Runs `act` when the form is sent, in place of the browser's own sending. */
export function onSubmit(form: HTMLFormElement, act: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(form.querySelector<HTMLElement>("[type=submit]"), act);
  });
}
