/** A challenge encodes the id of its row, and no other input yields an id. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { makeId } from "../../../kernel/ids.ts";
import { AppError } from "../../../kernel/errors.ts";
import { consumingChallenge, challengeBytes, idOfChallenge } from "./challenge.ts";

const random = (length: number): Uint8Array => new Uint8Array(length).fill(9);
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

test("builds a challenge from its row's id and 256 random bits", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.uint8Array({ minLength: 48, maxLength: 48 }),
      (now, bits) => {
        const id = makeId(now, (length) => bits.subarray(0, length));
        const bytes = challengeBytes(id, (length) => bits.subarray(16, 16 + length));
        expect(bytes).toHaveLength(48);
        expect(encode(bytes.subarray(16))).toBe(encode(bits.subarray(16)));
        expect(idOfChallenge(encode(bytes))).toBe(id);
      },
    ),
  );
});

test("returns no row id for anything but a valid challenge", () => {
  const whole = encode(challengeBytes(makeId(1, random), random));
  for (const text of ["", "AA", whole.slice(0, -2), `${whole}AA`, "!".repeat(64)]) expect(idOfChallenge(text)).toBe("");
  // Sixteen bytes that are not a valid UUID.
  expect(idOfChallenge(encode(new Uint8Array(48).fill(1)))).toBe("");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(idOfChallenge(text)).toMatch(/^([0-9a-f-]{36})?$/);
    }),
  );
});

test("retries a batch once if its response was lost, and not after other errors", async () => {
  const lost = new AppError("unavailable", "lost");
  const healed = vi.fn<() => Promise<string>>().mockRejectedValueOnce(lost).mockResolvedValueOnce("burnt");
  expect(await consumingChallenge(healed)).toBe("burnt");
  const down = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
  await expect(consumingChallenge(down)).rejects.toBe(lost);
  expect(down).toHaveBeenCalledTimes(2);
  for (const error of [new AppError("unauthenticated", "no"), new Error("unavailable")]) {
    const refused = vi.fn<() => Promise<string>>().mockRejectedValue(error);
    await expect(consumingChallenge(refused)).rejects.toBe(error);
    expect(refused).toHaveBeenCalledTimes(1);
  }
});
