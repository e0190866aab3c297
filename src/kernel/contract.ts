/** Schemas shared by many contracts. */
import * as z from "zod";
import { normalizeEmail } from "./email.ts";
import { isReservedName } from "./reserved-names.ts";
import { oneLine, withoutControls } from "./text.ts";

export const Id = z.string().regex(/^[0-9a-zA-Z_-]{1,64}$/, "is not an id");
export const Time = z.iso.datetime();
export const Success = z.object({ success: z.literal(true) });
export const success: z.infer<typeof Success> = { success: true };

/** Rejects lone surrogates: they cannot be stored as UTF-8, and the original character is unknown. */
const wellFormed = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode");

/** Text of several lines; control characters are removed. */
export const cleanText = (max: number) => wellFormed(max).transform(withoutControls);

/** What a user writes to others: several lines, without trailing space, not empty. */
export const writtenText = (max: number) =>
  cleanText(max)
    .transform((text) => text.normalize("NFC").trimEnd())
    .pipe(z.string().max(max))
    .refine((text) => text.trim() !== "", "must not be empty");

/** Text that is compared, never displayed: invalid characters are rejected rather than removed. */
export const exactText = (max: number) =>
  wellFormed(max).refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters");

/** One line of text for display: a name or a title. Characters that could disguise it or the text after it are removed. */
export const lineOfText = (max: number) =>
  wellFormed(max * 2)
    .transform((text) => oneLine(text.normalize("NFC")).trim())
    .pipe(
      z
        .string()
        .max(max)
        .refine((text) => VISIBLE.test(text), "must not be empty"),
    );

/** At least one visible character: not only spaces, joiners, fillers and blank patterns. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A person's name: one line of at most 100 characters that is not reserved. */
export const PersonName = lineOfText(100).refine(
  (name) => !isReservedName(name),
  "is reserved for the operator of this service",
);

export const RightsFlags = z.object({
  canView: z.boolean(),
  canComment: z.boolean(),
  canEdit: z.boolean(),
  canShare: z.boolean(),
  canDelete: z.boolean(),
});

/** Maximum number of list entries per response. */
export const Limit = z.coerce.number().int().min(1).max(100).default(50);

/** Continuation cursor from the previous response. */
export const Cursor = z.string().max(10_000);

/** Query flags: `?flag`, `?flag=true`, `?flag=1`. */
export const Flag = z.enum(["", "true", "1", "false", "0"]).transform((value) => value !== "false" && value !== "0");

export const PageParams = z.object({ pageId: Id });
export const IdParams = z.object({ id: Id });

/** An email address as typed, normalized to the form in which addresses are compared and mailed. */
export const EmailAddress = z
  .string()
  .max(320)
  .transform(normalizeEmail)
  .pipe(
    z
      .email({ pattern: z.regexes.unicodeEmail })
      .max(254)
      .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(text), "must not contain invisible characters")
      .refine((text) => /@[!-~]+$/.test(text), "must have a valid domain"),
  );
