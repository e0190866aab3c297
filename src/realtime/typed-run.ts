/**
 * The update that typing makes: one run of characters, put at one place. Nearly every key sends one, so it is read without
 * Yjs, which would make objects of all of it; whatever looks different is `validate-update`'s.
 */
import * as decoding from "lib0/decoding";
import { hasControls } from "../kernel/text.ts";

/** One operation: a Yjs client and its clock. */
export type OperationId = { readonly client: number; readonly clock: number };

/** `left` and `right` are the operations it was put between; both null in an empty text. */
export type TypedRun = OperationId & {
  /** In UTF-16 units. */
  readonly length: number;
  readonly text: string;
  readonly left: OperationId | null;
  readonly right: OperationId | null;
};

/** Yjs' encoding of a struct: the kind of its content, and whether its neighbours follow. */
const STRING = 4;
const HAS_LEFT = 0x80;
const HAS_RIGHT = 0x40;

/** What the encoding has beside the text at most: seven numbers, the root's name, kind and length. */
const MOST_BESIDE_TEXT = 72;

/** Null for any other update, also for one that is none. What nothing else says may follow it, or pad its numbers, is none. */
export function readTypedRun(update: Uint8Array): TypedRun | null {
  const decoder = decoding.createDecoder(update);
  const number = (): number => decoding.readVarUint(decoder);
  try {
    // Clients, and structs of the one.
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
    const isPadded = update.byteLength > MOST_BESIDE_TEXT + text.length * 3;
    if (hasMore || isPadded || text === "" || hasControls(text)) return null;
    return { client, clock, length: text.length, text, left, right };
  } catch {
    // Thrown at the end of the bytes, and for text that is not UTF-8.
    return null;
  }
}
