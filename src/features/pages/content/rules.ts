/** Pure checks of a page's text size. */
import { AppError } from "../../../kernel/errors.ts";
import { CONTENT_LIMIT_BYTES } from "../../../kernel/text.ts";
import { fitsIn } from "../../../realtime/text.ts";

export function requireContentSize(content: string): void {
  if (!fitsIn(content)) throw tooLarge();
}

export const tooLarge = (): AppError =>
  new AppError("payload_too_large", `A page can contain at most ${CONTENT_LIMIT_BYTES} bytes of text.`);
