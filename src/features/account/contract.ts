/** Request and response schemas for the user's own account. The user's identity never comes from a body. */
import * as z from "zod";
import { cleanText, EmailAddress, PersonName } from "../../kernel/contract.ts";
import { isReservedName } from "../../kernel/reserved-names.ts";
import { APPEARANCES, LANGUAGES } from "../../kernel/preferences.ts";

/** A new address is shown to its owner at once, but has no effect until it is proven. */
export const PatchAccount = z.object({ name: PersonName.optional(), email: EmailAddress.optional() });
export type PatchAccount = z.output<typeof PatchAccount>;

/** No account has a password, so only the shape is checked. Bounded so that nobody can have megabytes hashed. */
const Password = z.string().min(1).max(1_024);
export const ChangePassword = z.object({ currentPassword: Password, newPassword: Password });
export type ChangePassword = z.output<typeof ChangePassword>;

export const Profile = z
  .object({
    username: z.string().nullable(),
    displayName: z.string().nullable(),
    bio: z.string(),
    /** Whether other users can find this person by name. */
    discoverable: z.boolean(),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof Profile>;

const Username = z
  .string()
  .max(60)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]{3,30}$/, "must be 3 to 30 letters from a to z, digits or underscores"))
  .refine((name) => !isReservedName(name), "is reserved for the operator of this service");

/** Null removes a name. */
export const PatchProfile = z.object({
  username: Username.nullable().optional(),
  displayName: PersonName.nullable().optional(),
  bio: cleanText(1_000)
    .transform((text) => text.normalize("NFC").trim())
    .pipe(z.string().max(500))
    .optional(),
  discoverable: z.boolean().optional(),
});
export type PatchProfile = z.output<typeof PatchProfile>;

/** A null language means the browser's language. */
export const ChosenPreferences = z.object({
  language: z.enum(LANGUAGES).nullable(),
  appearance: z.enum(APPEARANCES),
});
export const Preferences = ChosenPreferences.meta({ id: "Preferences" });
export type Preferences = z.infer<typeof Preferences>;

export const Avatar = z.object({ image: z.string().nullable() });

/** Treats an invalid link parameter as empty, so that a malformed link gets the same answer as a used one. */
const linkPart = (max: number) => z.string().max(max).default("").catch("");

export const OpenEmailProof = z.object({
  token: linkPart(200),
  exp: linkPart(20),
  sig: linkPart(100),
});
/** `c` is the signed confirmation value from the confirm page. */
export const ConfirmEmailProof = OpenEmailProof.extend({ c: linkPart(100) });
