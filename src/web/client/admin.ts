/** Administration: what is done with somebody's account, and copying what proves the audit log. */
import { call, fetchFile, path } from "./api.ts";
import { askDeletion } from "./deletion.ts";
import { ask, openDialog } from "./dialog.ts";
import { element, fieldOf, onClick } from "./dom.ts";
import { attempt, onSubmit, announce } from "./notice.ts";

export function startAdmin(root: HTMLElement): void {
  onClick(root, "[data-act]", (control) => attempt(control, () => act(control)));
}

async function act(control: HTMLElement): Promise<void> {
  const row = control.closest<HTMLElement>("[data-id]");
  const id = row?.dataset["id"] ?? "";
  switch (control.dataset["act"] ?? "") {
    case "suspend":
      return askWhy(id, row?.dataset["name"] ?? "");
    case "unsuspend":
      await call("POST", path`/api/admin/users/${id}/unsuspend`, {});
      return location.reload();
    case "manage":
      return manage(id, row?.dataset ?? {});
    case "copy":
      await navigator.clipboard.writeText(control.parentElement?.querySelector("pre")?.textContent ?? "");
      return announce("Copied.");
  }
}

/** The reason goes into the audit log; anyone who is suspended is not told it. */
function askWhy(id: string, name: string): void {
  const form = element(
    "form",
    { class: "stack" },
    element("p", {}, "Every session, device and link ends at once, and nothing signs in until you let them back in."),
    element("label", { for: "reason" }, "Reason, for the audit trail (may be empty)"),
    element("input", { id: "reason", name: "reason", maxlength: 200, autocomplete: "off", autofocus: true }),
    element("p", { class: "actions" }, element("button", { type: "submit", class: "danger" }, "Suspend")),
  );
  openDialog(`Suspend ${name}?`, form);
  onSubmit(form, async () => {
    const reason = fieldOf(form, "reason");
    await call("POST", path`/api/admin/users/${id}/suspend`, reason === "" ? {} : { reason });
    location.reload();
  });
}

/** What is done more seldom than suspending. */
function manage(id: string, { name = "", email = "", role = "" }: DOMStringMap): void {
  const button = (label: string, work: () => Promise<void>, danger = false): HTMLElement => {
    const control = element("button", { type: "button", class: danger ? "quiet danger" : "quiet" }, label);
    control.addEventListener("click", () => attempt(control, work));
    return control;
  };
  openDialog(
    name,
    element("p", { class: "muted address" }, email),
    element(
      "p",
      { class: "actions" },
      role === "admin"
        ? button("Take the administrator role", () => changeRole(id, name, "user"))
        : button("Make administrator", () => changeRole(id, name, "admin")),
      button("Export account", () => exportAccount(id)),
      button("Delete account", () => deleteUser(id, name, email), true),
    ),
    element(
      "p",
      { class: "hint" },
      "The export holds the account, not pages, files or messages, and the person is told of it by mail.",
    ),
  );
}

async function changeRole(id: string, name: string, role: "admin" | "user"): Promise<void> {
  const [title, sentence, yes] =
    role === "admin"
      ? [
          `Make ${name} an administrator?`,
          "They see all users, the audit trail and how the service is used.",
          "Make administrator",
        ]
      : [
          `Take the role from ${name}?`,
          "They administer nothing from their next request on, also where the configuration names their address.",
          "Take the role",
        ];
  if (!(await ask(title, sentence, yes))) return;
  await call("POST", path`/api/admin/users/${id}/role`, { role });
  location.reload();
}

async function exportAccount(id: string): Promise<void> {
  const address = URL.createObjectURL(await fetchFile(path`/api/admin/users/${id}/export`));
  element("a", { href: address, download: `octavo-account-${id}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  announce("The account is exported.");
}

const deleteUser = (id: string, name: string, email: string): Promise<void> =>
  askDeletion({
    title: `Delete ${name}?`,
    sentence:
      "This cannot be undone. Everything that signs in as them stops at once. What they wrote in drives of other people stays, as by a deleted user.",
    plan: path`/api/admin/users/${id}/deletion`,
    address: path`/api/admin/users/${id}`,
    email,
    done: () => location.reload(),
  });
