/** Ends another session, optionally with the passkeys and tokens that were created in it. */
import { call, path } from "../api/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { announce, attempt } from "../ui/notice.ts";
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
  const revoke = element("input", { type: "checkbox", checked: true });
  const button = element("button", { type: "button", class: "danger" }, words.signOut);
  button.addEventListener("click", () =>
    attempt(button, async () => {
      await end(revoke.checked ? "?withCredentials=true" : "");
      dialog.close();
      // The page lists passkeys as well.
      if (revoke.checked) location.reload();
    }),
  );
  const dialog = openDialog(
    words.endAsked(name),
    element("p", {}, words.endHint),
    element("label", { class: "check" }, revoke, plural(Number(credentials), words.alsoRevoke)),
    element("p", { class: "actions" }, button),
  );
}
