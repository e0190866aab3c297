/** Deleting an account: the dialog says what becomes of each drive and asks for a choice, and for the address as proof. */
import type { DeletionPlan, DriveChoice, OwnedDrive } from "../../features/account/deletion/contract.ts";
import { ApiError, call } from "./api.ts";
import { openDialog } from "./dialog.ts";
import { element, fieldOf } from "./dom.ts";
import { onSubmit } from "./notice.ts";
import { confirmRecentSignIn } from "./step-up.ts";
import { words } from "../messages/deletion.ts";
import { plural } from "../messages/plural.ts";

type DeletionDialog = {
  readonly title: string;
  /** What goes and what stays, beside the drives. */
  readonly sentence: string;
  /** Where the plan is read, and where the account is deleted. */
  readonly plan: string;
  readonly address: string;
  /** To be typed. */
  readonly email: string;
  readonly done: () => void;
};

export async function askDeletion({ title, sentence, plan, address, email, done }: DeletionDialog): Promise<void> {
  if (!(await confirmRecentSignIn())) return;
  const { drives, isLastAdministrator } = await call<DeletionPlan>("GET", plan);
  if (isLastAdministrator) {
    openDialog(title, element("p", {}, words.lastAdministrator));
    return;
  }
  const form = element(
    "form",
    { class: "stack" },
    element("p", {}, sentence),
    ...drives.map(choice),
    element("label", { for: "confirm-email" }, words.typeToConfirm(email)),
    element("input", {
      id: "confirm-email",
      name: "email",
      type: "email",
      required: true,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
    }),
    element("p", { class: "actions" }, element("button", { type: "submit", class: "danger" }, words.deleteForGood)),
  );
  openDialog(title, form);
  onSubmit(form, async () => {
    if (fieldOf(form, "email").toLowerCase() !== email.toLowerCase())
      throw new ApiError("invalid_request", words.notTyped(email));
    await call("DELETE", address, { drives: drives.map(({ id }) => choiceOf(form, id)) });
    done();
  });
}

/** Nothing is chosen beforehand. */
function choice(drive: OwnedDrive): HTMLElement {
  const id = `drive-${drive.id}`;
  const holds = [
    plural(drive.pageCount, words.pageCount),
    ...(drive.memberCount === 0 ? [] : [plural(drive.memberCount, words.memberCount)]),
    ...(drive.isTrashed ? [words.inTrash] : []),
  ];
  return element(
    "div",
    { class: "choice" },
    element("label", { for: id }, drive.name, element("span", { class: "muted" }, ` ${words.listed(holds)}`)),
    element(
      "select",
      { id, name: drive.id, required: true },
      element("option", { value: "" }, words.choose),
      ...drive.admins.map((admin) => element("option", { value: admin.id }, words.handOver(admin.name))),
      element("option", { value: DELETE }, words.deleteAll),
    ),
  );
}

/** No id of a user. */
const DELETE = "-";

function choiceOf(form: HTMLFormElement, driveId: string): DriveChoice {
  const chosen = fieldOf(form, driveId);
  return chosen === DELETE ? { driveId, action: "delete" } : { driveId, action: "transfer", toUserId: chosen };
}
