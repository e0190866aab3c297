/** Settings: tokens for agents, sessions, devices, signing out. */
import { ApiError, call, path } from "./api.ts";
import { askDeletion } from "./deletion.ts";
import { ask, openDialog } from "./dialog.ts";
import { element, fieldOf, find, onClick } from "./dom.ts";
import { attempt, onSubmit, announce } from "./notice.ts";
import { startProfile } from "./profile.ts";

export function startSettings(root: HTMLElement): void {
  const form = find("[data-new-token]", HTMLFormElement, root);
  if (form) onSubmit(form, () => makeToken(form, root.dataset["examplePage"] ?? ""));
  const profile = find("[data-view=profile]", HTMLElement, root);
  if (profile) startProfile(profile);
  const address = find("[data-address-form]", HTMLFormElement, root);
  if (address) onSubmit(address, () => requestAddress(fieldOf(address, "email")));
  onClick(root, "[data-act]", (control) => attempt(control, () => act(control)));
}

const waiting = (control: HTMLElement, which: "waiting" | "proven"): string =>
  control.closest<HTMLElement>("[data-waiting]")?.dataset[which] ?? "";

/** The page shows what became of it: waiting for proof, or back at the proven address. */
async function requestAddress(email: string): Promise<void> {
  await call("PATCH", "/api/account", { email });
  location.reload();
}

async function act(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-id]");
  const id = row?.dataset["id"] ?? "";
  const name = row?.dataset["name"] ?? "";
  switch (control.dataset["act"] ?? "") {
    case "copy-user-id":
      await navigator.clipboard.writeText(control.dataset["value"] ?? "");
      return announce("User id copied.");
    case "revoke-token":
      if (!(await ask("Revoke token?", `Whatever uses “${name}” stops working at once.`, "Revoke"))) return;
      await call("DELETE", path`/api/auth/mcp-tokens/${id}`);
      row?.remove();
      return announce(`“${name}” is revoked.`);
    case "end-session":
      await call("DELETE", path`/api/account/sessions/${id}`);
      row?.remove();
      return announce("That session is over.");
    case "end-device":
      await call("DELETE", path`/api/account/devices/${id}`);
      row?.remove();
      return announce(`“${name}” is signed out.`);
    case "mail-again":
      return requestAddress(waiting(control, "waiting"));
    case "keep-address":
      return requestAddress(waiting(control, "proven"));
    case "reset-credentials":
      if (
        !(await ask(
          "Reset credentials?",
          "Every session and device is signed out, this one too. Your passkeys and tokens for agents are gone for good. You sign in again with a mailed link.",
          "Reset credentials",
        ))
      )
        return;
      await call("POST", "/api/account/reset-credentials");
      return location.assign("/signin");
    case "export-account":
      return exportAccount(Number(control.dataset["freshUntil"]));
    case "delete-account":
      return askDeletion({
        title: "Delete account",
        sentence:
          "This cannot be undone. Everything that signs in as you stops at once. What you wrote in drives of other people stays, as by a deleted user.",
        plan: "/api/account/deletion",
        address: "/api/account",
        email: control.dataset["value"] ?? "",
        done: () => location.assign("/signin"),
      });
    case "sign-out":
      await call("POST", "/api/auth/logout");
      return location.assign("/signin");
    case "sign-out-everywhere":
      if (
        !(await ask(
          "Sign out everywhere?",
          "Every browser and device is signed out, this one too. Tokens for agents keep working.",
          "Sign out everywhere",
        ))
      )
        return;
      await call("POST", "/api/auth/logout-all");
      return location.assign("/signin");
  }
}

/** The browser saves it as it comes: an archive may be larger than what a script can hold. */
function exportAccount(freshUntil: number): void {
  if (Date.now() >= freshUntil)
    throw new ApiError("step_up_required", "Sign in again to do this: it asks for a sign-in of the last ten minutes.");
  element("a", { href: "/api/account/export", download: "" }).click();
  announce("Your browser is saving your data.");
}

async function makeToken(form: HTMLFormElement, examplePage: string): Promise<void> {
  const driveIds = new FormData(form).getAll("driveIds").map(String);
  const { token } = await call<{ token: string }>("POST", "/api/auth/mcp-tokens", {
    name: fieldOf(form, "name"),
    readOnly: new FormData(form).has("readOnly"),
    canShare: new FormData(form).has("canShare"),
    ...(driveIds.length > 0 && { driveIds }),
  });
  const dialog = openDialog(
    "Your new token",
    element("p", {}, "Copy it now: it is not shown again."),
    copyable("Token", token),
    element("p", {}, "Try it. This reads a page with its line numbers:"),
    copyable("Example", example(token, examplePage || "PAGE_ID")),
  );
  dialog.classList.add("wide");
  dialog.dataset["keep"] = "";
  dialog.addEventListener("close", () => location.reload());
}

/** Written so that it works when pasted into a shell as it is. */
const example = (token: string, pageId: string): string =>
  [
    `curl -s ${location.origin}/api/mcp/documents \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ pageId, operation: "read" })}'`,
  ].join("\n");

function copyable(label: string, text: string): HTMLElement {
  const button = element("button", { type: "button", "aria-label": `Copy ${label.toLowerCase()}` }, "Copy");
  button.addEventListener("click", () =>
    attempt(button, async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    }),
  );
  return element("figure", { class: "copyable", "aria-label": label }, element("pre", { tabindex: 0 }, text), button);
}
