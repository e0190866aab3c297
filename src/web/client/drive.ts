/** A drive: renaming it, its members, and trash. */
import type { Member, MemberList } from "../../features/drives/contract.ts";
import { call, path } from "./api.ts";
import { ask, openDialog } from "./dialog.ts";
import { element, fieldOf, onClick } from "./dom.ts";
import { listFile } from "./listing.ts";
import { attempt, onSubmit, announce } from "./notice.ts";
import { LEVELS, levelOf, levelOptions, listMembers } from "./people.ts";
import { person } from "./share.ts";
import { startUploads } from "./uploads.ts";

export function startDrive(root: HTMLElement): void {
  const id = root.dataset["drive"] ?? "";
  onClick(root, "[data-act]", (control) => {
    if (control.dataset["act"] === "members") attempt(control, () => openMembers(id));
    if (control.dataset["act"] === "rename-drive") openRename(id, root.dataset["name"] ?? "");
  });
  startUploads(root, (record) => listFile(root, record, null));
}

function openRename(driveId: string, name: string): void {
  const form = element(
    "form",
    { class: "stack" },
    element("label", { for: "drive-name" }, "Name"),
    element("input", {
      id: "drive-name",
      name: "name",
      required: true,
      maxlength: 100,
      value: name,
      autocomplete: "off",
    }),
    element("p", { class: "actions" }, element("button", { type: "submit" }, "Rename")),
  );
  onSubmit(form, async () => {
    await call("PATCH", path`/api/drives/${driveId}`, { name: fieldOf(form, "name") });
    location.reload();
  });
  openDialog("Rename drive", form);
}

async function openMembers(driveId: string): Promise<void> {
  const list = element("ul", { class: "people", "aria-label": "Members" });
  const refresh = async (): Promise<void> => fill(await listMembers(driveId));
  const remove = async (member: Member): Promise<void> => {
    await call("DELETE", path`/api/drives/${driveId}/members/${member.userId}`);
    announce(`${member.user.name} is no longer a member.`);
    await refresh();
  };
  const fill = ({ owner, members }: MemberList): void =>
    list.replaceChildren(
      person(owner.name, owner.email, "Owner", null),
      ...members.map((member) => memberRow(member, remove)),
    );
  await refresh();
  openDialog("Members", list, invitation(driveId, refresh));
}

function memberRow(member: Member, remove: (member: Member) => Promise<void>): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "quiet", "aria-label": `Remove ${member.user.name}` },
    "Remove",
  );
  button.addEventListener("click", () => attempt(button, () => remove(member)));
  return person(member.user.name, member.user.email, member.role === "admin" ? "Admin" : levelOf(member), button);
}

function invitation(driveId: string, refresh: () => Promise<void>): HTMLElement {
  const form = element(
    "form",
    { class: "stack" },
    element("h3", {}, "Add a member"),
    element("label", { for: "member-email" }, "E-mail address"),
    element("input", { id: "member-email", name: "email", type: "email", required: true, autocomplete: "off" }),
    element("label", { for: "member-level" }, "They may"),
    element(
      "select",
      { id: "member-level", name: "level" },
      ...levelOptions(),
      element("option", { value: "admin" }, "Run the drive (admin)"),
    ),
    element("p", { class: "actions" }, element("button", { type: "submit" }, "Add")),
  );
  onSubmit(form, async () => {
    const level = fieldOf(form, "level");
    const isAdmin = level === "admin";
    const flags = isAdmin ? LEVELS.at(-1)?.flags : LEVELS[Number(level)]?.flags;
    const role = isAdmin ? "admin" : "member";
    await call("POST", path`/api/drives/${driveId}/members`, { email: fieldOf(form, "email"), role, ...flags });
    form.reset();
    announce("Added.");
    await refresh();
  });
  return form;
}

/** The trash of a drive: restore, or delete for good. */
export function startTrash(root: HTMLElement): void {
  onClick(root, "[data-act]", (control) => {
    const row = control.closest("[data-page]");
    if (!(row instanceof HTMLElement)) return;
    const id = row.dataset["page"] ?? "";
    const title = row.dataset["title"] ?? "";
    if (control.dataset["act"] === "restore") attempt(control, () => restore(id, title, row));
    if (control.dataset["act"] === "purge") attempt(control, () => purge(id, title, row));
  });
}

async function restore(id: string, title: string, row: HTMLElement): Promise<void> {
  const { restoredToRoot } = await call<{ restoredToRoot: boolean }>("POST", path`/api/pages/${id}/restore`);
  row.querySelector(".actions")?.replaceChildren(element("a", { href: path`/pages/${id}` }, "Open"));
  row.querySelector("a")?.focus();
  announce(`“${title}” is back${restoredToRoot ? " at the top of the drive" : ""}.`);
}

async function purge(id: string, title: string, row: HTMLElement): Promise<void> {
  const sentence = `“${title}” and the pages under it will be gone, with their history. This cannot be undone.`;
  if (!(await ask("Delete for good?", sentence, "Delete for good"))) return;
  await call("DELETE", path`/api/trash/${id}`);
  row.remove();
  announce(`“${title}” is gone.`);
}
