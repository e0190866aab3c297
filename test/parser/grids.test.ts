/** HEIC photos from phones, stored as tile grids: too large to decode whole in the available memory. */
import { describe, expect, test } from "vitest";
import { decode, OutOfMemory } from "../../queues/parser/images/magick.ts";
import { MEMORY } from "../../queues/parser/images/limits.ts";
import { makeVariants, type Variant } from "../../queues/parser/images/variants.ts";
import { Unreadable } from "../../queues/parser/unreadable.ts";
import { coloured, gridHeic, mirrored, type Photo, type TileColour, turned } from "./grids.ts";
import { look, P3_PROFILE } from "./pictures.ts";
import { isNight, nightly } from "../support/nightly.ts";

/** Red and green in the top half, blue and white in the bottom half. */
const quartersOf =
  (columns: number, rows: number) =>
  (column: number, row: number): TileColour =>
    row < rows / 2 ? (column < columns / 2 ? "r" : "g") : column < columns / 2 ? "b" : "rgb";

const photo = (width: number, height: number, more: Partial<Photo> = {}): Uint8Array =>
  gridHeic({ width, height, paint: quartersOf(Math.ceil(width / 512), Math.ceil(height / 512)), ...more });

const nameOf = ([red, green, blue]: readonly number[]): string =>
  [red, green, blue].map((value, n) => (Number(value) > 127 ? "rgb"[n] : "")).join("");

/** The colours at the centres of the four quarters. */
async function seen(variant: Variant | null): Promise<string> {
  if (!variant) throw new Error("There is no variant.");
  const { width, height, at } = await look(variant.bytes);
  const [left, right] = [Math.floor(width / 4), Math.floor((width * 3) / 4)];
  const [top, bottom] = [Math.floor(height / 4), Math.floor((height * 3) / 4)];
  return [at(left, top), at(right, top), at(left, bottom), at(right, bottom)].map(nameOf).join(" ");
}

describe("a tiled image", () => {
  test.each([
    ["12 megapixels", 4032, 3024, [1600, 1200]],
    ...(isNight
      ? ([
          ["48 megapixels", 8064, 6048, [1600, 1200]],
          ["a portrait", 3024, 4032, [1200, 1600]],
        ] as const)
      : []),
    ["an image smaller than a preview", 1000, 700, [1000, 700]],
  ] as const)("creates a preview and a thumbnail for %s", async (_, width, height, size) => {
    const made = await makeVariants(photo(width, height), {});
    expect(made.metadata).toEqual({ width, height, format: "heic" });
    expect([made.preview?.width, made.preview?.height]).toEqual(size);
    expect(Math.max(made.thumbnail?.width ?? 0, made.thumbnail?.height ?? 0)).toBe(320);
    expect([await seen(made.preview), await seen(made.thumbnail)]).toEqual(["r g b rgb", "r g b rgb"]);
  });

  test("exceeds the memory limit when decoded whole", async () => {
    const bytes = photo(8064, 6048);
    await expect(decode({ bytes, format: "heic" }, MEMORY, (image) => image.width)).rejects.toThrow(OutOfMemory);
  });

  nightly.each([
    ["rotated 90° counter-clockwise", [turned(1)], [1200, 1600], "g rgb r b"],
    ["rotated 180°", [turned(2)], [1600, 1200], "rgb b g r"],
    ["flipped horizontally", [mirrored(0)], [1600, 1200], "g r rgb b"],
    ["flipped vertically", [mirrored(1)], [1600, 1200], "b rgb r g"],
    ["rotated, then flipped", [turned(3), mirrored(0)], [1200, 1600], "r b g rgb"],
  ] as const)("is shown upright when %s", async (_, properties, size, expected) => {
    const { metadata, preview } = await makeVariants(photo(2048, 1536, { properties }), {});
    expect([preview?.width, preview?.height]).toEqual(size);
    expect([metadata.width > metadata.height, await seen(preview)]).toEqual([size[0] > size[1], expected]);
  });

  test("keeps a color profile that is needed for correct colors", async () => {
    const { preview } = await makeVariants(photo(2048, 1536, { properties: [coloured(P3_PROFILE)] }), {});
    expect(Buffer.from(preview?.bytes ?? []).includes(P3_PROFILE)).toBe(true);
  });

  nightly("shows no seams between tiles of one color", async () => {
    const { preview } = await makeVariants(photo(2048, 1536, { paint: () => "b" }), {});
    const { width, height, at } = await look(preview?.bytes ?? new Uint8Array());
    const farthest = Array.from({ length: width * height }, (_, n) => at(n % width, Math.floor(n / width))).reduce(
      (most, [red, green, blue]) => Math.max(most, red, green, 255 - blue),
      0,
    );
    // Encoding artifacts change values by a step or two.
    expect(farthest).toBeLessThan(4);
  });

  nightly("yields variants, a reason or an error for any corruption", async () => {
    const whole = photo(1024, 1024);
    let state = 7;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let n = 0; n < 30; n++) {
      const bytes = whole.slice();
      for (let change = 0; change < 3; change++) bytes[random(bytes.length)] = random(256);
      const end = await makeVariants(bytes, {}).catch((fault: unknown) => fault);
      if (end instanceof Error) expect(end).toBeInstanceOf(Unreadable);
      else expect(end).toHaveProperty("metadata.width");
    }
  });

  test.each([
    ["tiles are missing", photo(4032, 3024, { missing: 3 })],
    ["its tiles extend far beyond its size", photo(4032, 3024, { says: [500, 400] })],
    ["it is truncated", photo(4032, 3024).slice(0, -400)],
  ])("is reported as damaged when %s", async (_, bytes) => {
    const made = makeVariants(bytes, {});
    await expect(made).rejects.toThrow(Unreadable);
  });
});
