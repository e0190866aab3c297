/** Deleting an account: the dialog asks for a choice for each drive, and for the email address as confirmation. */
import type { DeletionPlan, DriveChoice, OwnedDrive } from "../../../features/account/deletion/contract.ts";
import { ApiError, call } from "../api/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { element, fieldOf } from "../ui/dom.ts";
import { onSubmit } from "../ui/notice.ts";
import { confirmRecentSignIn } from "../sign-in/step-up.ts";
import { words } from "../../../words/deletion.ts";
import { plural } from "../../../words/plural.ts";

type DeletionDialog = {
  readonly title: string;
  /** What is deleted and what is kept, besides the drives. */
  readonly sentence: string;
  /** Addresses for reading the plan and for deleting the account. */
  readonly plan: string;
  readonly address: string;
  /** The user has to type it. */
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

/** Nothing is preselected. */
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

/** Cannot be a user id. */
const DELETE = "-";

function choiceOf(form: HTMLFormElement, driveId: string): DriveChoice {
  const chosen = fieldOf(form, driveId);
  return chosen === DELETE ? { driveId, action: "delete" } : { driveId, action: "transfer", toUserId: chosen };
}
