/** Who may do what with a page: the list, and for those who may share, changing it. */
import type { Grant, GrantList } from "../../features/pages/sharing/contract.ts";
import { call, path } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element, fieldOf } from "./dom.ts";
import { attempt, onSubmit, announce } from "./notice.ts";
import { LEVELS, levelOf, levelOptions, listMembers } from "./people.ts";

export async function openSharing(pageId: string, driveId: string, canShare: boolean): Promise<void> {
  const address = path`/api/pages/${pageId}/permissions`;
  const { owner, permissions } = await call<GrantList>("GET", address);
  const list = element("ul", { class: "people", "aria-label": "People with access" });
  const refresh = async (): Promise<void> => {
    fill(await call<GrantList>("GET", address));
  };
  const revoke = async (grant: Grant): Promise<void> => {
    await call("DELETE", address, { userId: grant.userId });
    announce(`${grant.user.name} no longer has access of their own.`);
    await refresh();
  };
  const fill = (grants: GrantList): void => {
    list.replaceChildren(
      person(grants.owner.name, grants.owner.email, "Owner", null),
      ...grants.permissions.map((grant) => row(grant, canShare ? revoke : null)),
    );
  };
  fill({ owner, permissions });
  const form = canShare ? await sharingForm(address, driveId, refresh) : null;
  openDialog("Share", list, form ?? element("p", { class: "muted" }, "You may see who has access, not change it."));
}

function row(grant: Grant, revoke: ((grant: Grant) => Promise<void>) | null): HTMLElement {
  const inherited = grant.inheritedFrom !== null;
  const button = element("button", { type: "button", class: "quiet" }, "Remove");
  button.setAttribute("aria-label", `Remove ${grant.user.name}`);
  button.addEventListener("click", () => attempt(button, async () => revoke?.(grant)));
  const level = levelOf(grant) + (inherited ? ", inherited" : "");
  return person(grant.user.name, grant.user.email, level, revoke && !inherited ? button : null);
}

/** One line of a list of people. */
export const person = (name: string, email: string | null, level: string, control: Node | null): HTMLElement =>
  element(
    "li",
    {},
    element(
      "span",
      { class: "who" },
      element("span", {}, name),
      email === null ? null : element("span", { class: "muted" }, email),
    ),
    element("span", { class: "muted" }, level),
    control,
  );

async function sharingForm(address: string, driveId: string, refresh: () => Promise<void>): Promise<HTMLElement> {
  // Those who run the drive choose from its members; without the list, a user id is entered.
  const members =
    driveId === ""
      ? []
      : await listMembers(driveId).then(
          (list) => list.members,
          () => [],
        );
  const form = element(
    "form",
    { class: "stack" },
    element("h3", {}, "Give access"),
    element("label", { for: "share-user" }, "User id"),
    element("input", { id: "share-user", name: "userId", required: true, list: "share-members", autocomplete: "off" }),
    element(
      "datalist",
      { id: "share-members" },
      ...members.map((m) => element("option", { value: m.userId, label: m.user.name })),
    ),
    element(
      "p",
      { class: "muted" },
      "People find their user id in their settings. To invite by e-mail, add them to the drive.",
    ),
    element("label", { for: "share-level" }, "They may"),
    element("select", { id: "share-level", name: "level" }, ...levelOptions()),
    element("p", { class: "actions" }, element("button", { type: "submit" }, "Share")),
  );
  onSubmit(form, async () => {
    const flags = LEVELS[Number(fieldOf(form, "level"))]?.flags;
    await call("POST", address, { userId: fieldOf(form, "userId"), ...flags });
    form.reset();
    announce("Shared.");
    await refresh();
  });
  return form;
}
