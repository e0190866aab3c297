/** Administration: managing user accounts, and copying the proof of the audit log. */
import { call, fetchFile, path } from "../api/api.ts";
import { askDeletion } from "../settings/deletion.tsx";
import { ask } from "../ui/dialog.ts";
import { element, fieldOf, onClick } from "../ui/dom.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import { handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { confirmRecentSignIn } from "../sign-in/step-up.ts";
import type { AlarmTest } from "../../../features/alarms/contract.ts";
import { words as alarmWords } from "../../../words/alarm.ts";
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
    case "test-alarms":
      return testAlarms(control.closest("section"));
    case "sign-up-links":
      return (await import("../sharing/sign-up-links.tsx")).openSignUpLinks();
    case "copy":
      await navigator.clipboard.writeText(control.parentElement?.querySelector("pre")?.textContent ?? "");
      return announce(words.copied);
  }
}

async function testAlarms(section: HTMLElement | null): Promise<void> {
  const { webhook, mail } = await call<AlarmTest>("POST", "/api/admin/alarms/test");
  const outcome =
    webhook.outcome === "status"
      ? alarmWords.outcomes.status(String(webhook.status))
      : alarmWords.outcomes[webhook.outcome];
  const lines = [
    `${alarmWords.channels.webhook}: ${outcome}`,
    `${alarmWords.channels.mail}: ${mail === null ? alarmWords.outcomes.none : alarmWords.outcomes.mail(String(mail.reached), String(mail.failed))}`,
  ];
  section?.querySelector("[data-test-outcome]")?.replaceChildren(lines.join(" · "));
}

/** The reason goes into the audit log; the suspended user does not see it. */
async function askWhy(id: string, name: string): Promise<void> {
  if (!(await confirmRecentSignIn())) return;
  const suspend = async (form: HTMLFormElement): Promise<void> => {
    const reason = fieldOf(form, "reason");
    await call("POST", path`/api/admin/users/${id}/suspend`, reason === "" ? {} : { reason });
    location.reload();
  };
  openRenderedDialog(words.suspendAsked(name), () => (
    <form class="stack" onSubmit={handleSubmit(suspend)}>
      <p>{words.suspendHint}</p>
      <label for="reason">{words.reason}</label>
      <input id="reason" name="reason" maxlength={200} autocomplete="off" autofocus />
      <p class="actions">
        <button type="submit" class="danger">
          {words.suspend}
        </button>
      </p>
    </form>
  ));
}

/** Actions that are rarer than suspending. */
function manage(id: string, { name = "", email = "", role = "" }: DOMStringMap): void {
  const button = (label: string, work: () => Promise<void>, look = "quiet") => (
    <button type="button" class={look} onClick={({ currentTarget }) => attempt(currentTarget, work)}>
      {label}
    </button>
  );
  openRenderedDialog(name, () => (
    <>
      <p class="muted address">{email}</p>
      <p class="actions">
        {role === "admin"
          ? button(words.takeAdministratorRole, () => changeRole(id, name, "user"))
          : button(words.makeAdministrator, () => changeRole(id, name, "admin"))}
        {button(words.exportAccount, () => exportAccount(id))}
        {button(words.deleteAccount, () => deleteUser(id, name, email), "quiet danger")}
      </p>
      <p class="hint">{words.exportHint}</p>
    </>
  ));
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
