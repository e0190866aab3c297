/** Deleting an account: the dialog asks for a choice for each drive, and for the email address as confirmation. */
import type { DeletionPlan, DriveChoice, OwnedDrive } from "../../../features/account/deletion/contract.ts";
import { ApiError, call } from "../api/api.ts";
import { fieldOf } from "../ui/dom.ts";
import { handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";
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
    openRenderedDialog(title, () => <p>{words.lastAdministrator}</p>);
    return;
  }
  const remove = async (form: HTMLFormElement): Promise<void> => {
    if (fieldOf(form, "email").toLowerCase() !== email.toLowerCase())
      throw new ApiError("invalid_request", words.notTyped(email));
    await call("DELETE", address, { drives: drives.map(({ id }) => choiceOf(form, id)) });
    done();
  };
  openRenderedDialog(title, () => (
    <form class="stack" onSubmit={handleSubmit(remove)}>
      <p>{sentence}</p>
      {drives.map((drive) => (
        <Choice key={drive.id} drive={drive} />
      ))}
      <label for="confirm-email">{words.typeToConfirm(email)}</label>
      <input
        id="confirm-email"
        name="email"
        type="email"
        required
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <p class="actions">
        <button type="submit" class="danger">
          {words.deleteForGood}
        </button>
      </p>
    </form>
  ));
}

/** Nothing is preselected. */
function Choice({ drive }: { readonly drive: OwnedDrive }) {
  const id = `drive-${drive.id}`;
  const holds = [
    plural(drive.pageCount, words.pageCount),
    ...(drive.memberCount === 0 ? [] : [plural(drive.memberCount, words.memberCount)]),
    ...(drive.isTrashed ? [words.inTrash] : []),
  ];
  return (
    <div class="choice">
      <label for={id}>
        {drive.name}
        <span class="muted"> {words.listed(holds)}</span>
      </label>
      <select id={id} name={drive.id} required>
        <option value="">{words.choose}</option>
        {drive.admins.map((admin) => (
          <option key={admin.id} value={admin.id}>
            {words.handOver(admin.name)}
          </option>
        ))}
        <option value={DELETE}>{words.deleteAll}</option>
      </select>
    </div>
  );
}

/** Cannot be a user id. */
const DELETE = "-";

function choiceOf(form: HTMLFormElement, driveId: string): DriveChoice {
  const chosen = fieldOf(form, driveId);
  return chosen === DELETE ? { driveId, action: "delete" } : { driveId, action: "transfer", toUserId: chosen };
}
