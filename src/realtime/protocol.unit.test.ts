import { expect, test } from "vitest";
import fc from "fast-check";
import { decodeFrame, encodeFrame, type Frame } from "./protocol.ts";

const frames: fc.Arbitrary<Frame> = fc.record({
  kind: fc.constantFrom("sync", "update", "awareness"),
  number: fc.maxSafeNat(),
  bytes: fc.uint8Array({ maxLength: 50 }),
});

test("a frame arrives as it was sent, also from the middle of a larger buffer", () => {
  fc.assert(
    fc.property(frames, (frame) => {
      const sent = encodeFrame(frame);
      const buffer = new Uint8Array(sent.byteLength + 7);
      buffer.set(sent, 7);
      expect(decodeFrame(buffer.subarray(7))).toEqual(frame);
    }),
  );
});

test("anything may arrive, and what is not a frame is null", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => void decodeFrame(bytes)));
  const negative = encodeFrame({ kind: "update", number: -1, bytes: new Uint8Array() });
  for (const bytes of [new Uint8Array(), new Uint8Array([9, ...new Uint8Array(20)]), new Uint8Array([1, 2]), negative])
    expect(decodeFrame(bytes)).toBeNull();
});
