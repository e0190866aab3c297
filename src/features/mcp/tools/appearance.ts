/** Icons and covers of pages as arguments of tools. */
import * as z from "zod";
import { COVER_NAMES } from "../../../kernel/cover.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { PageAppearance } from "../../../kernel/page.ts";
import { Cover, Icon } from "../../pages/contract.ts";

/** Plain strings, because a schema that also allows null costs every client more tokens. */
export const AppearanceArguments = {
  icon: z.string().max(100).optional().describe('One emoji; "" removes it'),
  cover: z
    .string()
    .max(100)
    .optional()
    .describe(`${COVER_NAMES.join(", ")} or file:FILE_ID; "" removes it`),
};

type Asked = { readonly icon?: string | undefined; readonly cover?: string | undefined };

/** Throws `invalid_request` for an invalid icon or cover. */
export const readAppearance = ({ icon, cover }: Asked): PageAppearance => ({
  icon: read("icon", Icon, icon),
  cover: read("cover", Cover, cover),
});

function read(name: string, schema: z.ZodType<string>, text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === "") return null;
  const { data, error } = schema.safeParse(text);
  if (data === undefined) throw invalid(name, `${name} ${error?.issues[0]?.message ?? "is invalid"}.`);
  return data;
}
