/** The settings view: profile, sessions, devices, signing out. */
import { call, path } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { element, fieldOf, find, onClick } from "../ui/dom.ts";
import { attempt, onSubmit, announce } from "../ui/notice.ts";
import { startProfile } from "./profile.ts";
import { confirmBeforeTyping, confirmRecentSignIn } from "../sign-in/step-up.ts";
import { words as security } from "../../../words/security.ts";
import { words } from "../../../words/settings.ts";

export function startSettings(root: HTMLElement): void {
  const profile = find("[data-view=profile]", HTMLElement, root);
  if (profile) startProfile(profile);
  const address = find("[data-address-form]", HTMLFormElement, root);
  if (address) {
    onSubmit(address, () => requestAddress(fieldOf(address, "email")));
    confirmBeforeTyping(address);
  }
  const look = find("[data-look]", HTMLFormElement, root);
  if (look) {
    for (const name of ["density", "font", "textWidth"]) {
      const choice = find(`[name=${name}]`, HTMLSelectElement, look);
      if (choice) choice.value = document.documentElement.dataset[name] ?? "";
    }
    onSubmit(look, () => saveLook(look));
  }
  onClick(root, "[data-act]", (control) => attempt(control, () => act(control)));
}

const waiting = (control: HTMLElement, which: "waiting" | "proven"): string =>
  control.closest<HTMLElement>("[data-waiting]")?.dataset[which] ?? "";

/**
 * Language and appearance affect the whole document, so it is reloaded. Density, typeface and width suit the screen, so they
 * stay on it.
 */
async function saveLook(form: HTMLFormElement): Promise<void> {
  const language = fieldOf(form, "language") || null;
  await call("PATCH", "/api/account/preferences", { language, appearance: fieldOf(form, "appearance") });
  const { keepLook } = await import("../shell/device-look.ts");
  keepLook({
    density: fieldOf(form, "density") === "compact" ? "compact" : "comfortable",
    font: fieldOf(form, "font") === "serif" ? "serif" : "sans",
    textWidth: fieldOf(form, "textWidth") === "wide" ? "wide" : "standard",
  });
  location.reload();
}

/** Reloads to show the outcome: waiting for confirmation, or back at the confirmed address. */
async function requestAddress(email: string): Promise<void> {
  await call("PATCH", "/api/account", { email });
  location.reload();
}

async function act(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-id]");
  const id = row?.dataset["id"] ?? "";
  const name = row?.dataset["name"] ?? "";
  switch (control.dataset["act"] ?? "") {
    case "connections":
      return (await import("./connections.tsx")).openConnections();
    case "sign-up-links":
      return (await import("../sharing/sign-up-links.tsx")).openSignUpLinks();
    case "notification-settings":
      return (await import("./notification-settings.tsx")).openNotificationSettings();
    case "end-session":
      return row ? (await import("../sign-in/end-session.tsx")).endSession(row) : undefined;
    case "end-device":
      await call("DELETE", path`/api/account/devices/${id}`);
      row?.remove();
      return announce(security.deviceSignedOut(name));
    case "mail-again":
      return requestAddress(waiting(control, "waiting"));
    case "keep-address":
      return requestAddress(waiting(control, "proven"));
    case "reset-credentials":
      if (!(await confirmRecentSignIn())) return;
      if (!(await ask(security.resetAsked, security.resetSentence, words.resetCredentials))) return;
      await call("POST", "/api/account/reset-credentials");
      return location.assign("/signin");
    case "export-account":
      return exportAccount();
    case "delete-account":
      return (await import("./deletion.tsx")).askDeletion({
        title: words.deleteAccount,
        sentence: words.deleteSentence,
        plan: "/api/account/deletion",
        address: "/api/account",
        email: control.dataset["value"] ?? "",
        done: () => location.assign("/signin"),
      });
    case "sign-out":
      await call("POST", "/api/auth/logout");
      await (await import("../offline/clear-page-data.ts")).clearPageData(control.dataset["value"] ?? "");
      return location.assign("/signin");
    case "sign-out-everywhere":
      if (!(await ask(security.everywhereAsked, security.everywhereHint, security.signOutEverywhere))) return;
      await call("POST", "/api/auth/logout-all");
      await (await import("../offline/clear-page-data.ts")).clearPageData(control.dataset["value"] ?? "");
      return location.assign("/signin");
  }
}

/** Saved by the browser: an archive may be too large for a script's memory. */
async function exportAccount(): Promise<void> {
  if (!(await confirmRecentSignIn())) return;
  element("a", { href: "/api/account/export", download: "" }).click();
  announce(words.savingData);
}
