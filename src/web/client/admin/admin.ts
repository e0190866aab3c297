/** Administration: managing user accounts, and copying the proof of the audit log. */
import { call, fetchFile, path } from "../api/api.ts";
import { askDeletion } from "../settings/deletion.ts";
import { ask, openDialog } from "../ui/dialog.ts";
import { element, fieldOf, onClick } from "../ui/dom.ts";
import { attempt, onSubmit, announce, showError } from "../ui/notice.ts";
import { confirmRecentSignIn } from "../sign-in/step-up.ts";
import { words } from "../../../words/admin.ts";

export function startAdmin(root: HTMLElement, signal: AbortSignal): void {
  onClick(root, "[data-act]", (control) => attempt(control, () => act(control)));
  const download = root.querySelector<HTMLAnchorElement>("[data-fresh]");
  download?.addEventListener("click", (event) => {
    event.preventDefault();
    attempt(download, () => saveFresh(download));
  });
  const charts = [...root.querySelectorAll<HTMLElement>("[data-chart]")];
  if (charts.length === 0) return;
  import("./chart.ts").then(({ startChart }) => charts.forEach((chart) => startChart(chart, signal))).catch(showError);
}

/** Otherwise the browser would save an error response as the file. */
async function saveFresh({ href }: HTMLAnchorElement): Promise<void> {
  if (await confirmRecentSignIn()) element("a", { href, download: "" }).click();
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
      return announce(words.copied);
  }
}

/** The reason goes into the audit log; the suspended user does not see it. */
async function askWhy(id: string, name: string): Promise<void> {
  if (!(await confirmRecentSignIn())) return;
  const form = element(
    "form",
    { class: "stack" },
    element("p", {}, words.suspendHint),
    element("label", { for: "reason" }, words.reason),
    element("input", { id: "reason", name: "reason", maxlength: 200, autocomplete: "off", autofocus: true }),
    element("p", { class: "actions" }, element("button", { type: "submit", class: "danger" }, words.suspend)),
  );
  openDialog(words.suspendAsked(name), form);
  onSubmit(form, async () => {
    const reason = fieldOf(form, "reason");
    await call("POST", path`/api/admin/users/${id}/suspend`, reason === "" ? {} : { reason });
    location.reload();
  });
}

/** Actions that are rarer than suspending. */
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
        ? button(words.takeAdministratorRole, () => changeRole(id, name, "user"))
        : button(words.makeAdministrator, () => changeRole(id, name, "admin")),
      button(words.exportAccount, () => exportAccount(id)),
      button(words.deleteAccount, () => deleteUser(id, name, email), true),
    ),
    element("p", { class: "hint" }, words.exportHint),
  );
}

async function changeRole(id: string, name: string, role: "admin" | "user"): Promise<void> {
  if (!(await confirmRecentSignIn())) return;
  const [title, sentence, yes] =
    role === "admin"
      ? [words.makeAdministratorAsked(name), words.makeAdministratorHint, words.makeAdministrator]
      : [words.takeRoleAsked(name), words.takeRoleHint, words.takeRole];
  if (!(await ask(title, sentence, yes))) return;
  await call("POST", path`/api/admin/users/${id}/role`, { role });
  location.reload();
}

async function exportAccount(id: string): Promise<void> {
  if (!(await confirmRecentSignIn())) return;
  const address = URL.createObjectURL(await fetchFile(path`/api/admin/users/${id}/export`));
  element("a", { href: address, download: `octavo-account-${id}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  announce(words.accountExported);
}

const deleteUser = (id: string, name: string, email: string): Promise<void> =>
  askDeletion({
    title: words.deleteAsked(name),
    sentence: words.deleteHint,
    plan: path`/api/admin/users/${id}/deletion`,
    address: path`/api/admin/users/${id}`,
    email,
    done: () => location.reload(),
  });
