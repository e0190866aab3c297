/** The view of a drive and the actions on it. */
import { words } from "../../../words/drive.ts";
import { call, path } from "../api/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { element, fieldOf, onClick } from "../ui/dom.ts";
import { attempt, onSubmit } from "../ui/notice.ts";
import { startUploads } from "../uploads/uploads.ts";
import type { View } from "../view.ts";
import { whenIdle } from "../ui/when-idle.ts";

export function startDrive(root: HTMLElement, signal: AbortSignal): View {
  const id = root.dataset["drive"] ?? "";
  onClick(root, "[data-act]", (control) => {
    if (control.dataset["act"] === "members") attempt(control, () => showMembers(id, root));
    if (control.dataset["act"] === "mute")
      attempt(control, async () =>
        (await import("../inbox/mute.ts")).pressMute("drives", id, control.dataset["muted"]),
      );
    if (control.dataset["act"] === "rename-drive") openRename(id, root.dataset["name"] ?? "");
  });
  whenIdle(() => {
    if (signal.aborted) return;
    import("../inbox/mute.ts").then(({ showMuted }) => showMuted("drives", id)).catch(() => undefined);
  });
  return startUploads(root, signal);
}

async function showMembers(driveId: string, { dataset }: HTMLElement): Promise<void> {
  const { openMembers } = await import("../sharing/members.tsx");
  const { name = "", user: userId = "" } = dataset;
  await openMembers({ driveId, name, userId, runs: "runs" in dataset });
}

function openRename(driveId: string, name: string): void {
  const form = element(
    "form",
    { class: "stack" },
    element("label", { for: "drive-name" }, words.name),
    element("input", {
      id: "drive-name",
      name: "name",
      required: true,
      maxlength: 100,
      value: name,
      autocomplete: "off",
    }),
    element("p", { class: "actions" }, element("button", { type: "submit" }, words.rename)),
  );
  onSubmit(form, async () => {
    await call("PATCH", path`/api/drives/${driveId}`, { name: fieldOf(form, "name") });
    location.reload();
  });
  openDialog(words.renameDrive, form);
}
