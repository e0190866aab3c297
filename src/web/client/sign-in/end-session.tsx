/** Ends another session, optionally with the passkeys and tokens that were created in it. */
import { call, path } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { plural } from "../../../words/plural.ts";
import { words } from "../../../words/security.ts";

/** Asks first if credentials were created in the session: they would keep working. */
export async function endSession(row: HTMLElement): Promise<void> {
  const { id = "", name = "", credentials = "0" } = row.dataset;
  const end = async (query: string): Promise<void> => {
    await call("DELETE", path`/api/account/sessions/${id}` + query);
    row.remove();
    announce(words.sessionOver);
  };
  if (credentials === "0") return end("");
  let revokes = true;
  openRenderedDialog(words.endAsked(name), ({ close }) => {
    const confirm = async (): Promise<void> => {
      await end(revokes ? "?withCredentials=true" : "");
      close();
      // The page lists passkeys as well.
      if (revokes) location.reload();
    };
    return (
      <>
        <p>{words.endHint}</p>
        <label class="row check">
          <input type="checkbox" defaultChecked onChange={({ currentTarget }) => (revokes = currentTarget.checked)} />
          {plural(Number(credentials), words.alsoRevoke)}
        </label>
        <p class="actions">
          <button type="button" class="danger" onClick={({ currentTarget }) => attempt(currentTarget, confirm)}>
            {words.signOut}
          </button>
        </p>
      </>
    );
  });
}
