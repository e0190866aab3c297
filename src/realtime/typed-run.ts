/**
 * The update that typing produces: one run of characters inserted at one place. Nearly every keystroke sends one, so it
 * is read without Yjs, which would allocate many objects; `validate-update` handles all other updates.
 */
import * as decoding from "lib0/decoding";
import { hasControls } from "../kernel/text.ts";

/** Identifies one operation: a Yjs client and its clock. */
export type OperationId = { readonly client: number; readonly clock: number };

/** `left` and `right` are the operations that it was inserted between; both are null in an empty text. */
export type TypedRun = OperationId & {
  /** In UTF-16 code units. */
  readonly length: number;
  readonly text: string;
  readonly left: OperationId | null;
  readonly right: OperationId | null;
};

/** Yjs struct encoding: the content type, and flags for the neighbours that follow. */
const STRING = 4;
const HAS_LEFT = 0x80;
const HAS_RIGHT = 0x40;

/** Maximum overhead of the encoding: seven numbers, the root's name, type and length. */
const MAX_TOKENS_BESIDE_TEXT = 72;

/** Null for any other update, and for invalid bytes. Trailing bytes and padded numbers are invalid. */
export function readTypedRun(update: Uint8Array): TypedRun | null {
  const decoder = decoding.createDecoder(update);
  const number = (): number => decoding.readVarUint(decoder);
  try {
    // The number of clients, and of the single client's structs.
    if (number() !== 1 || number() !== 1) return null;
    const [client, clock, info] = [number(), number(), decoding.readUint8(decoder)];
    if ((info & ~(HAS_LEFT | HAS_RIGHT)) !== STRING) return null;
    const left = (info & HAS_LEFT) === 0 ? null : { client: number(), clock: number() };
    const right = (info & HAS_RIGHT) === 0 ? null : { client: number(), clock: number() };
    const isElsewhere =
      left === null && right === null && (number() !== 1 || decoding.readVarString(decoder) !== "content");
    if (isElsewhere) return null;
    const text = decoding.readVarString(decoder);
    const hasMore = number() !== 0 || decoding.hasContent(decoder);
    const isPadded = update.byteLength > MAX_TOKENS_BESIDE_TEXT + text.length * 3;
    if (hasMore || isPadded || text === "" || hasControls(text)) return null;
    return { client, clock, length: text.length, text, left, right };
  } catch {
    // Thrown at the end of the bytes, and for text that is not UTF-8.
    return null;
  }
}
