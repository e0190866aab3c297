/** The account as its owner changes it. Whose account it is never comes from a body. */
import * as z from "zod";
import { cleanText, EmailAddress, PersonName } from "../../kernel/contract.ts";
import { isReservedName } from "../../kernel/reserved-names.ts";
import { APPEARANCES, LANGUAGES } from "../../kernel/preferences.ts";

/** A new address is shown to its owner at once and counts for nothing until it is proven. */
export const PatchAccount = z.object({ name: PersonName.optional(), email: EmailAddress.optional() });
export type PatchAccount = z.output<typeof PatchAccount>;

/** No account has a password: the shape alone is judged. Bounded so that nobody has megabytes hashed. */
const Password = z.string().min(1).max(1_024);
export const ChangePassword = z.object({ currentPassword: Password, newPassword: Password });
export type ChangePassword = z.output<typeof ChangePassword>;

export const Profile = z
  .object({
    username: z.string().nullable(),
    displayName: z.string().nullable(),
    bio: z.string(),
    /** Whether others find this person by name. */
    discoverable: z.boolean(),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof Profile>;

const Username = z
  .string()
  .max(60)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(/^[a-z0-9_]{3,30}$/, "must be 3 to 30 letters from a to z, digits or underscores"))
  .refine((name) => !isReservedName(name), "is reserved for whoever runs this service");

/** Null takes a name away. */
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

/** Language null: the browser's. */
export const ChosenPreferences = z.object({
  language: z.enum(LANGUAGES).nullable(),
  appearance: z.enum(APPEARANCES),
});
export const Preferences = ChosenPreferences.meta({ id: "Preferences" });
export type Preferences = z.infer<typeof Preferences>;

export const Avatar = z.object({ image: z.string().nullable() });

/** What no link of ours can hold reads as empty, so that an altered link of any shape gets the answer of a used one. */
const linkPart = (max: number) => z.string().max(max).default("").catch("");

export const OpenEmailProof = z.object({
  token: linkPart(200),
  exp: linkPart(20),
  sig: linkPart(100),
});
/** `c` is signed for the confirm page. */
export const ConfirmEmailProof = OpenEmailProof.extend({ c: linkPart(100) });
