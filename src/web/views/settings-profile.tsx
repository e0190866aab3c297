/** The user's profile and sign-in address, in the settings. */
import type { Profile } from "../../features/account/contract.ts";
import type { User } from "../../features/auth/session/contract.ts";
import { Avatar } from "../shared/avatar.tsx";
import { words } from "../../words/settings.ts";

export type AccountView = {
  readonly user: User;
  readonly profile: Profile;
  readonly loginEmail: string;
  readonly sendsMail: boolean;
};

export const ProfileSection = ({ account: { user, profile } }: { account: AccountView }) => (
  <section aria-labelledby="profile" data-view="profile">
    <h2 id="profile">{words.profile}</h2>
    <PictureForm user={user} />
    <ProfileForm user={user} profile={profile} />
  </section>
);

const PictureForm = ({ user }: { user: User }) => (
  <div class="picture">
    <Picture user={user} />
    <form class="actions" data-picture>
      <label class="button quiet outlined" for="picture-file">
        {user.image === null ? words.choosePicture : words.chooseAnother}
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
        {words.usePicture}
      </button>
      {user.image !== null && (
        <button type="button" class="quiet danger" data-remove-picture>
          {words.removePicture}
        </button>
      )}
    </form>
    <p class="muted" id="picture-hint">
      {words.pictureHint}
    </p>
  </div>
);

const ProfileForm = ({ user, profile }: { user: User; profile: Profile }) => (
  <form class="stack" data-profile>
    <label for="profile-name">{words.name}</label>
    <input
      id="profile-name"
      name="name"
      required
      maxlength={100}
      autocomplete="name"
      value={profile.displayName ?? user.name}
    />
    <label for="profile-username">{words.username}</label>
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
      {words.usernameHint}
    </p>
    <label for="profile-bio">{words.aboutYou}</label>
    <textarea id="profile-bio" name="bio" rows={3} maxlength={500}>
      {profile.bio}
    </textarea>
    <label class="row check">
      <input type="checkbox" name="discoverable" checked={profile.discoverable} />
      {words.discoverable}
    </label>
    <p class="actions">
      <button type="submit">{words.saveProfile}</button>
    </p>
  </form>
);

const Picture = ({ user }: { user: User }) => (
  <span data-shown-picture>
    <Avatar of={user} alt={words.yourPicture} />
  </span>
);

export const AddressSection = ({ account: { user, loginEmail, sendsMail } }: { account: AccountView }) => (
  <section aria-labelledby="address">
    <h2 id="address">{words.emailAddress}</h2>
    <p>{words.signInWith(<strong class="address">{loginEmail}</strong>)}</p>
    {sendsMail && user.email !== loginEmail && (
      <div class="hint" data-waiting={user.email} data-proven={loginEmail}>
        <p>{words.waitingForProof(<strong class="address">{user.email}</strong>)}</p>
        <p class="actions">
          <button type="button" class="quiet" data-act="mail-again">
            {words.mailAgain}
          </button>
          <button type="button" class="quiet" data-act="keep-address">
            {words.keepAddress}
          </button>
        </p>
      </div>
    )}
    {sendsMail ? <AddressForm /> : <p class="hint">{words.addressStays}</p>}
  </section>
);

const AddressForm = () => (
  <form class="stack" data-address-form>
    <label for="new-email">{words.newAddress}</label>
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
      {words.newAddressHint}
    </p>
    <p class="actions">
      <button type="submit" class="quiet outlined">
        {words.changeAddress}
      </button>
    </p>
  </form>
);
