/** Who somebody is to others, and the address they sign in with, in the settings. */
import type { Profile } from "../../features/account/contract.ts";
import type { User } from "../../features/auth/session/contract.ts";

export type AccountView = { readonly user: User; readonly profile: Profile; readonly loginEmail: string };

export const ProfileSection = ({ account: { user, profile } }: { account: AccountView }) => (
  <section aria-labelledby="profile" data-view="profile">
    <h2 id="profile">Profile</h2>
    <div class="picture">
      <Picture user={user} />
      <form class="actions" data-picture>
        <label class="button quiet" for="picture-file">
          {user.image === null ? "Choose a picture" : "Choose another"}
        </label>
        <input
          id="picture-file"
          class="hidden"
          name="file"
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-describedby="picture-hint"
        />
        <button type="submit" hidden>
          Use this picture
        </button>
        {user.image !== null && (
          <button type="button" class="quiet danger" data-remove-picture>
            Remove picture
          </button>
        )}
      </form>
      <p class="muted" id="picture-hint">
        PNG, JPEG, GIF or WebP, at most 5 MB and 4096 pixels a side.
      </p>
    </div>
    <form class="stack" data-profile>
      <label for="profile-name">Name</label>
      <input id="profile-name" name="name" required maxlength={100} autocomplete="name" value={user.name} />
      <label for="profile-display">Display name</label>
      <input
        id="profile-display"
        name="displayName"
        maxlength={100}
        autocomplete="nickname"
        value={profile.displayName ?? ""}
        aria-describedby="profile-display-hint"
      />
      <p class="muted" id="profile-display-hint">
        What others find you by, if it is not your name.
      </p>
      <label for="profile-username">Username</label>
      <input
        id="profile-username"
        name="username"
        maxlength={30}
        pattern="[A-Za-z0-9_]{3,30}"
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        value={profile.username ?? ""}
        aria-describedby="profile-username-hint"
      />
      <p class="muted" id="profile-username-hint">
        3 to 30 letters from a to z, digits and underscores; yours alone.
      </p>
      <label for="profile-bio">About you</label>
      <textarea id="profile-bio" name="bio" rows={3} maxlength={500}>
        {profile.bio}
      </textarea>
      <label class="check">
        <input type="checkbox" name="discoverable" checked={profile.discoverable} />
        Others may find me by name
      </label>
      <p class="actions">
        <button type="submit">Save profile</button>
      </p>
    </form>
  </section>
);

/** What a reader takes for the first letter, however many code points it has. */
const initialOf = (name: string): string => {
  for (const { segment } of new Intl.Segmenter().segment(name)) return segment.toUpperCase();
  return "";
};

const Picture = ({ user }: { user: User }) =>
  user.image === null ? (
    <span class="avatar" data-shown-picture aria-hidden="true">
      {initialOf(user.name)}
    </span>
  ) : (
    <img class="avatar" data-shown-picture src={user.image} alt="Your picture" width={72} height={72} />
  );

export const AddressSection = ({ account: { user, loginEmail } }: { account: AccountView }) => (
  <section aria-labelledby="address">
    <h2 id="address">E-mail address</h2>
    <p>
      You sign in with <strong class="address">{loginEmail}</strong>.
    </p>
    {user.email !== loginEmail && (
      <div class="hint" data-waiting={user.email} data-proven={loginEmail}>
        <p>
          <strong class="address">{user.email}</strong> is waiting for proof: open the link that was mailed there. It
          works for a day. Until then it counts for nothing.
        </p>
        <p class="actions">
          <button type="button" class="quiet" data-act="mail-again">
            Mail the link again
          </button>
          <button type="button" class="quiet" data-act="keep-address">
            Keep the present address
          </button>
        </p>
      </div>
    )}
    <form class="stack" data-address-form>
      <label for="new-email">New address</label>
      <input
        id="new-email"
        name="email"
        type="email"
        required
        maxlength={254}
        autocomplete="email"
        aria-describedby="new-email-hint"
      />
      <p class="muted" id="new-email-hint">
        We mail a link there and tell the present address. When the link is confirmed, every other session ends.
      </p>
      <p class="actions">
        <button type="submit">Change address</button>
      </p>
    </form>
  </section>
);
