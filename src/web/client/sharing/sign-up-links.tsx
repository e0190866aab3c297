/** The dialog of sign-up links: creating one, and revoking those that have not expired. */
import { useState } from "preact/hooks";
import type { NewSignUpLink, SignUpLink, SignUpLinkList } from "../../../features/signup/contract.ts";
import { locale } from "../../shared/relative-time.ts";
import { call, path } from "../api/api.ts";
import { fieldOf } from "../ui/dom.ts";
import { announce, attempt } from "../ui/notice.ts";
import { handleSubmit, openRenderedDialog } from "../ui/rendered-dialog.ts";
import { words } from "../../../words/instance.ts";

const load = async (): Promise<readonly SignUpLink[]> =>
  (await call<SignUpLinkList>("GET", "/api/sign-up-links")).links;

export async function openSignUpLinks(): Promise<void> {
  const first = await load();
  openRenderedDialog(words.signUpLinks, () => <SignUpLinks first={first} />);
}

const day = (iso: string): string => new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });
const count = (value: number): string => value.toLocaleString(locale());

function SignUpLinks({ first }: { readonly first: readonly SignUpLink[] }) {
  const [links, show] = useState(first);
  const [fresh, setFresh] = useState<string | null>(null);
  const create = async (form: HTMLFormElement): Promise<void> => {
    const body = { days: Number(fieldOf(form, "days")), maxUses: Number(fieldOf(form, "uses")) };
    setFresh((await call<NewSignUpLink>("POST", "/api/sign-up-links", body)).url);
    show(await load());
  };
  const revoke = async ({ id }: SignUpLink): Promise<void> => {
    await call("DELETE", path`/api/sign-up-links/${id}`);
    announce(words.revoked);
    show(await load());
  };
  return (
    <>
      <p class="muted">{words.linksHint}</p>
      <form class="stack" onSubmit={handleSubmit(create)}>
        <label for="link-days">{words.days}</label>
        <input id="link-days" name="days" type="number" min={1} max={30} value={7} required />
        <label for="link-uses">{words.uses}</label>
        <input id="link-uses" name="uses" type="number" min={1} max={100} value={1} required />
        <button type="submit">{words.createLink}</button>
      </form>
      {fresh !== null && <FreshLink url={fresh} />}
      {links.length === 0 ? (
        <p>{words.noLinks}</p>
      ) : (
        <ul class="people" aria-label={words.signUpLinks}>
          {links.map((link) => (
            <li key={link.id} class="row">
              <span class="grow">
                {link.createdBy.name}
                <span class="muted block">
                  {`${words.usedOf(count(link.uses), count(link.maxUses))}, ${words.until(day(link.expiresAt))}`}
                </span>
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={words.revokeLink(link.createdBy.name, day(link.expiresAt))}
                onClick={({ currentTarget }) => attempt(currentTarget, () => revoke(link))}
              >
                {words.revoke}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const FreshLink = ({ url }: { readonly url: string }) => (
  <div class="invitation-link">
    <p class="muted">{words.linkReady}</p>
    <div class="row share-level">
      <input readonly value={url} aria-label={words.link} onFocus={({ currentTarget }) => currentTarget.select()} />
      <button
        type="button"
        class="quiet"
        onClick={({ currentTarget }) =>
          attempt(currentTarget, async () => {
            await navigator.clipboard.writeText(url);
            announce(words.linkCopied);
          })
        }
      >
        {words.copyLink}
      </button>
    </div>
  </div>
);
