/** The view of a drive and the actions on it. */
import { onClick } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
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
    if (control.dataset["act"] === "rename-drive")
      attempt(control, async () => (await import("./rename-drive.tsx")).openRename(id, root.dataset["name"] ?? ""));
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
