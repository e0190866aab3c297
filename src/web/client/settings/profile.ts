/** The profile in the settings: names, discoverability, and the picture with a preview. */
import { call } from "../api/api.ts";
import { element, fieldOf, find, need } from "../ui/dom.ts";
import { attempt, onSubmit, announce } from "../ui/notice.ts";
import { words } from "../../../words/settings.ts";

/** The service's maximum picture size, in bytes. */
const MAX_BYTES = 5_000_000;

export function startProfile(root: HTMLElement): void {
  const form = need("form[data-profile]", HTMLFormElement, root);
  onSubmit(form, () => save(form));
  const picture = need("form[data-picture]", HTMLFormElement, root);
  const input = need("input[type=file]", HTMLInputElement, picture);
  const submit = need("[type=submit]", HTMLButtonElement, picture);
  input.addEventListener("change", () =>
    attempt(submit, async () => {
      const file = input.files?.[0];
      submit.hidden = true;
      if (!file) return;
      if (file.size > MAX_BYTES) {
        input.value = "";
        throw new Error(words.pictureTooLarge);
      }
      preview(root, await readAddress(file));
      submit.hidden = false;
      submit.focus();
    }),
  );
  onSubmit(picture, async () => {
    const parts = new FormData();
    const file = input.files?.[0];
    if (!file) return;
    parts.append("file", file);
    await call("POST", "/api/account/avatar", parts);
    location.reload();
  });
  const remove = find("[data-remove-picture]", HTMLButtonElement, picture);
  remove?.addEventListener("click", () =>
    attempt(remove, async () => {
      await call("DELETE", "/api/account/avatar");
      location.reload();
    }),
  );
}

/** An empty field removes the name. */
async function save(form: HTMLFormElement): Promise<void> {
  const nameOrNone = (field: string): string | null => fieldOf(form, field) || null;
  await call("PATCH", "/api/account", { name: fieldOf(form, "name") });
  await call("PATCH", "/api/account/profile", {
    // A second name that only other API clients can set; saving clears it.
    displayName: null,
    username: nameOrNone("username"),
    bio: fieldOf(form, "bio"),
    discoverable: new FormData(form).has("discoverable"),
  });
  announce(words.profileSaved);
}

/** A data URL, which the content security policy allows for images. */
const readAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") resolve(reader.result);
    });
    reader.addEventListener("error", () => reject(new Error(words.pictureUnreadable)));
    reader.readAsDataURL(file);
  });

function preview(root: HTMLElement, address: string): void {
  const image = element("img", {
    class: "avatar",
    "data-shown-picture": true,
    src: address,
    alt: words.chosenPicture,
    width: 72,
    height: 72,
  });
  need("[data-shown-picture]", HTMLElement, root).replaceWith(image);
}
