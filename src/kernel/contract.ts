/** Shapes that many contracts share. */
import * as z from "zod";
import { withoutControls } from "./text.ts";

export const Id = z.string().regex(/^[0-9a-zA-Z_-]{1,64}$/, "is not an id");
export const Time = z.iso.datetime();
export const Success = z.object({ success: z.literal(true) });
export const success: z.infer<typeof Success> = { success: true };

/** Lone surrogates cannot be stored as UTF-8, and what they stood for is unknown. */
const wellFormed = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode");

/** Text of several lines, kept without control characters. */
export const cleanText = (max: number) => wellFormed(max).transform(withoutControls);

/** Text that is compared and never read: what it holds is not changed but refused. */
export const exactText = (max: number) =>
  wellFormed(max).refine((text) => !/\p{Cc}/u.test(text), "must not hold control characters");

/** One line a person reads: a name or a title. */
export const lineOfText = (max: number) =>
  wellFormed(max * 2)
    .transform((text) =>
      text
        .normalize("NFC")
        .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
        .trim(),
    )
    .pipe(z.string().min(1, "must not be empty").max(max));

export const RightsFlags = z.object({
  canView: z.boolean(),
  canEdit: z.boolean(),
  canShare: z.boolean(),
  canDelete: z.boolean(),
});

/** How many entries of a list one answer holds at most. */
export const Limit = z.coerce.number().int().min(1).max(100).default(50);

/** Where the answer before ended, as it gave it. */
export const Cursor = z.string().max(10_000);

/** Query flags: `?flag`, `?flag=true`, `?flag=1`. */
export const Flag = z.enum(["", "true", "1", "false", "0"]).transform((value) => value !== "false" && value !== "0");

export const PageParams = z.object({ pageId: Id });
export const IdParams = z.object({ id: Id });

/** As it is compared: composed, trimmed, in small letters. */
export const EmailAddress = z
  .string()
  .max(320)
  .transform((text) => text.normalize("NFC").trim().toLowerCase())
  .pipe(z.email({ pattern: z.regexes.unicodeEmail }).max(254));
