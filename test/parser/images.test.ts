/** Ordinary and malicious uploads, through the production image decoder. */
import { ColorSpace, FilterType, type IMagickImage, MagickGeometry } from "@imagemagick/magick-wasm";
import { describe, expect, test } from "vitest";
import { readHeader } from "../../queues/parser/images/header.ts";
import { MEMORY } from "../../queues/parser/images/limits.ts";
import { decode, OutOfMemory } from "../../queues/parser/images/magick.ts";
import { makeVariants, type VariantsResult, type Variant } from "../../queues/parser/images/variants.ts";
import { Unreadable } from "../../queues/parser/unreadable.ts";
import {
  ascii,
  CANARY,
  type Colour,
  contains,
  convert,
  exif,
  join,
  look,
  P3_PROFILE,
  type Paint,
  png,
  pngChunk,
  pngHeader,
  withMetadata,
  withProfile,
} from "./pictures.ts";
import { nightly } from "../support/nightly.ts";

const RED: Colour = [255, 0, 0, 255];
const GREEN: Colour = [0, 255, 0, 255];
const BLUE: Colour = [0, 0, 255, 255];
const WHITE: Colour = [255, 255, 255, 255];

/** Red and green in the top half, blue and white in the bottom half. */
const quarters =
  (width: number, height: number): Paint =>
  (x, y) =>
    y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? BLUE : WHITE;

/** Enough detail that no encoder can compress it to almost nothing. */
const photo: Paint = (x, y) => {
  const wave = 128 + 90 * Math.sin(x / 170 + y / 330) + 30 * Math.sin(x / 13) * Math.cos(y / 17);
  return [wave, wave * 0.7 + 40, 255 - wave, 255];
};

const name = ([red, green, blue]: Colour) => `${red > 127 ? "r" : ""}${green > 127 ? "g" : ""}${blue > 127 ? "b" : ""}`;

/** The colours at the centres of the four quarters, in reading order. */
async function seen(variant: Variant): Promise<string> {
  const { width, height, at } = await look(variant.bytes);
  const [left, right] = [Math.floor(width / 4), Math.floor((width * 3) / 4)];
  const [top, bottom] = [Math.floor(height / 4), Math.floor((height * 3) / 4)];
  return [at(left, top), at(right, top), at(left, bottom), at(right, bottom)].map(name).join(" ");
}

/** Returns both variants after checking that each matches its declared type and size. */
function variantsOf({ preview, thumbnail, why }: VariantsResult): [preview: Variant, thumbnail: Variant] {
  if (!preview || !thumbnail) throw new Error(why ?? "There are no variants, and nobody knows why.");
  for (const { bytes, type, width, height } of [preview, thumbnail]) {
    const header = readHeader(bytes);
    expect(header).toMatchObject({ format: type === "image/webp" ? "webp" : "jpeg", width, height, orientation: 1 });
  }
  return [preview, thumbnail];
}

const small = png(96, 64, quarters(96, 64));

/** An image that JPEG encodes in fewer bytes than WebP. */
const noise = png(96, 64, (x, y) => [(x * 97 + y * 57) % 256, (x * y) % 256, (x ^ y) % 256, 255]);

/** Peak linear memory, in bytes, of any WebAssembly module while `work` ran. */
async function peakMemory<T>(work: () => Promise<T>): Promise<[T, number]> {
  let peak = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called with the right `this` below
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    const before = grow.call(this, pages);
    peak = Math.max(peak, this.buffer.byteLength);
    return before;
  };
  try {
    return [await work(), peak];
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}

/** Compresses the bytes repeated `times` times without holding them all in memory. */
function deflated(bytes: Uint8Array<ArrayBuffer>, times: number): Promise<Uint8Array> {
  const compression = new CompressionStream("deflate");
  const writer = compression.writable.getWriter();
  const written = Array.from({ length: times }, () => writer.write(bytes));
  return Promise.all([new Response(compression.readable).bytes(), ...written, writer.close()]).then(([all]) => all);
}

/** Enlarges the image without smoothing, so that the detail remains. */
const enlarge = (width: number, height: number) => (image: IMagickImage) => {
  const geometry = new MagickGeometry(width, height);
  image.resize(geometry, FilterType.Point);
};

describe("image formats", () => {
  test.each(["jpeg", "gif", "webp", "avif"] as const)("creates variants with the colors of a %s", async (format) => {
    const pictured = await makeVariants(await convert(small, format), {});
    expect(pictured.metadata).toEqual({ width: 96, height: 64, format });
    for (const variant of variantsOf(pictured)) {
      expect(variant).toMatchObject({ width: 96, height: 64 });
      expect(await seen(variant)).toBe("r g b rgb");
    }
  });

  test("creates variants of a PNG", async () => {
    const pictured = await makeVariants(small, {});
    expect(pictured.metadata).toEqual({ width: 96, height: 64, format: "png" });
    expect(await seen(variantsOf(pictured)[0])).toBe("r g b rgb");
  });

  test("does not report unsupported formats as damaged", async () => {
    for (const other of [await convert(small, "bmp"), new Uint8Array(), ascii("II*\0 is a TIFF's beginning")]) {
      const asked = makeVariants(Uint8Array.from(other), {});
      await expect(asked).rejects.toThrow("Pictures of this type cannot be read here.");
      await expect(asked).rejects.toBeInstanceOf(Unreadable);
    }
  });

  test("converts CMYK colors to RGB", async () => {
    for (const picture of [small, noise]) {
      const inks = await convert(picture, "jpeg", (image) => (image.colorSpace = ColorSpace.CMYK));
      const [preview] = variantsOf(await makeVariants(inks, {}));
      const [before, after] = await Promise.all([look(inks), look(preview.bytes)]);
      expect([before.space, after.space]).toEqual([ColorSpace.CMYK, ColorSpace.sRGB]);
      if (picture === small) expect(await seen(preview)).toBe("r g b rgb");
    }
  });

  test("shows the first frame of an animation at its position", async () => {
    const blank = png(96, 64, () => BLUE);
    const later = await convert(blank, "gif");
    const first = await convert(
      png(48, 64, () => RED),
      "gif",
    );
    // Widen the logical screen to the later picture's width, and place the first picture on its right half.
    const wide = first.slice();
    wide.set([96, 0, 64, 0], 6);
    const descriptor = wide.indexOf(0x2c, 13 + 3 * 2 ** (((wide[10] ?? 0) % 8) + 1));
    wide.set([48, 0], descriptor + 1);
    const laterFrame = later.subarray(later.indexOf(0x2c, 13 + 3 * 2 ** (((later[10] ?? 0) % 8) + 1)));
    const pictured = await makeVariants(join(wide.subarray(0, -1), laterFrame), {});
    const [preview] = variantsOf(pictured);
    expect([preview.width, preview.height, preview.type]).toEqual([96, 64, "image/webp"]);
    const { at } = await look(preview.bytes);
    expect(at(10, 32)[3]).toBeLessThan(10);
    expect(name(at(80, 32))).toBe("r");
  });
});

describe("orientation", () => {
  const UPRIGHT = [
    "r g b rgb",
    "g r rgb b",
    "rgb b g r",
    "b rgb r g",
    "r b g rgb",
    "b r rgb g",
    "rgb g b r",
    "g rgb r b",
  ];

  test.each(UPRIGHT.map((colours, index) => [index + 1, colours] as const))(
    "applies %i: %s",
    async (orientation, colours) => {
      const jpeg = withMetadata(await convert(small, "jpeg"), orientation);
      const pictured = await makeVariants(jpeg, {});
      const size = orientation < 5 ? { width: 96, height: 64 } : { width: 64, height: 96 };
      expect(pictured.metadata).toMatchObject(size);
      const [preview] = variantsOf(pictured);
      expect(preview).toMatchObject(size);
      expect(await seen(preview)).toBe(colours);
    },
  );

  test("applies the orientation of a PNG", async () => {
    const end = small.length - pngChunk("IEND", []).length;
    const header = pngHeader(96, 64).length;
    const turned = join(
      small.subarray(0, header),
      pngChunk("eXIf", exif(6)),
      small.subarray(header, end),
      small.subarray(end),
    );
    const [preview] = variantsOf(await makeVariants(turned, {}));
    expect(await seen(preview)).toBe("b r rgb g");
  });
});

describe("metadata", () => {
  test("is removed from the variants", async () => {
    const jpeg = withMetadata(await convert(small, "jpeg"), 1);
    expect(contains(jpeg, CANARY)).toBe(true);
    for (const { bytes } of variantsOf(await makeVariants(jpeg, {}))) expect(contains(bytes, CANARY)).toBe(false);
  });

  test("is removed from the variants of a PNG with text", async () => {
    const header = pngHeader(96, 64).length;
    const text = pngChunk("tEXt", ascii(`Comment\0${CANARY}`));
    const told = join(small.subarray(0, header), text, small.subarray(header));
    for (const { bytes } of variantsOf(await makeVariants(told, {}))) expect(contains(bytes, CANARY)).toBe(false);
  });
});

describe("a color profile", () => {
  const text = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

  test("is kept when colors would be wrong without it", async () => {
    const vivid = withProfile(await convert(small, "jpeg"), P3_PROFILE);
    for (const { bytes } of variantsOf(await makeVariants(vivid, {})))
      expect(contains(bytes, text(P3_PROFILE))).toBe(true);
  });

  test("is dropped when larger than a thumbnail or truncated", async () => {
    const jpeg = await convert(small, "jpeg");
    const large = join(P3_PROFILE, new Uint8Array(5000));
    for (const profile of [large, P3_PROFILE.subarray(0, 200)]) {
      for (const { bytes } of variantsOf(await makeVariants(withProfile(jpeg, profile), {}))) {
        expect(contains(bytes, "acsp")).toBe(false);
      }
    }
  });
});

test("uses the smaller of WebP and JPEG", async () => {
  const flat = png(96, 64, () => GREEN);
  const types = await Promise.all(
    [flat, noise].map(async (picture) => variantsOf(await makeVariants(picture, {}))[0].type),
  );
  expect(types).toEqual(["image/webp", "image/jpeg"]);
});

test("keeps transparency", async () => {
  const glass = png(96, 64, (x) => (x < 48 ? [255, 0, 0, 0] : [255, 0, 0, 255]));
  const [preview] = variantsOf(await makeVariants(glass, {}));
  expect(preview.type).toBe("image/webp");
  const { at } = await look(preview.bytes);
  expect([at(10, 10)[3], at(90, 10)[3]]).toEqual([0, 255]);
});

describe("size", () => {
  test("fits variants into their squares, and keeps proportions", async () => {
    const wide = png(2000, 40, photo);
    const [preview, thumbnail] = variantsOf(await makeVariants(wide, {}));
    expect([preview.width, preview.height, thumbnail.width, thumbnail.height]).toEqual([1600, 32, 320, 6]);
  });

  test("enlarges no image, not even a single pixel", async () => {
    const [preview, thumbnail] = variantsOf(
      await makeVariants(
        png(1, 1, () => RED),
        {},
      ),
    );
    expect([preview.width, preview.height, thumbnail.width, thumbnail.height]).toEqual([1, 1, 1, 1]);
  });

  nightly("shrinks 12 megapixel photos in a fraction of their decoded memory", async () => {
    const [width, height] = [4032, 3024];
    const tile = png(504, 378, photo);
    const jpeg = await convert(tile, "jpeg", enlarge(width, height));
    const turned = withMetadata(jpeg, 6);
    const [pictured, memory] = await peakMemory(() => makeVariants(turned, {}));
    expect(pictured.metadata).toEqual({ width: height, height: width, format: "jpeg" });
    const [preview, thumbnail] = variantsOf(pictured);
    expect([preview.width, preview.height, thumbnail.width, thumbnail.height]).toEqual([1200, 1600, 240, 320]);
    expect(memory).toBeLessThan(width * height * 3);
  });

  nightly("decodes a 3 megapixel WebP whole", async () => {
    const webp = await convert(png(512, 384, photo), "webp", enlarge(2048, 1536));
    const [pictured, memory] = await peakMemory(() => makeVariants(webp, {}));
    expect(variantsOf(pictured)[0]).toMatchObject({ width: 1600, height: 1200 });
    expect(memory).toBeLessThan(MEMORY - webp.length);
  });
});

describe("images that cannot be shrunk, as opposed to damaged ones", () => {
  test("does not decode more pixels than any camera produces", async () => {
    const bomb = join(pngHeader(50_000, 50_000), pngChunk("IDAT", [1]));
    const pictured = await makeVariants(bomb, {});
    expect(pictured.metadata).toEqual({ width: 50_000, height: 50_000, format: "png" });
    expect(pictured).toMatchObject({
      preview: null,
      thumbnail: null,
      why: "The picture has too many pixels to be resized here.",
    });
  });

  test.each([
    [16_384, 1],
    [8_192, 6_401],
  ])("rejects %i × %i pixels, just above the limit", async (width, height) => {
    const pictured = await makeVariants(join(pngHeader(width, height), pngChunk("IDAT", [1])), {});
    expect(pictured).toMatchObject({
      metadata: { width, height },
      preview: null,
      why: expect.stringContaining("pixels"),
    });
  });

  test("gives up on a small file that expands beyond memory, and processes the next image", async () => {
    const [width, height] = [8_000, 6_000];
    const rows = await deflated(new Uint8Array(width * 4 + 1), height);
    const unfolding = join(pngHeader(width, height), pngChunk("IDAT", rows), pngChunk("IEND", []));
    const [pictured, memory] = await peakMemory(() => makeVariants(unfolding, {}));
    expect(pictured).toMatchObject({ preview: null, thumbnail: null, why: expect.stringContaining("memory") });
    expect(memory).toBeLessThan(MEMORY);
    expect(variantsOf(await makeVariants(small, {}))).toHaveLength(2);
  });

  test("counts the memory that a decoder allocates for itself", async () => {
    const webp = await convert(small, "webp", enlarge(1920, 1440));
    const limit = 18 * 2 ** 20;
    const [fault, memory] = await peakMemory(() =>
      decode({ bytes: webp, format: "webp" }, limit, () => null).catch((caught: unknown) => caught),
    );
    expect(fault).toBeInstanceOf(OutOfMemory);
    expect(memory).toBeLessThanOrEqual(limit);
  });

  test("does not copy a file of the maximum size", async () => {
    const large = join(small, new Uint8Array(60 * 2 ** 20));
    expect(await makeVariants(large, {})).toMatchObject({ preview: null, why: expect.stringContaining("memory") });
  });

  test("rejects a JPEG that repaints the image repeatedly", async () => {
    const jpeg = await convert(small, "jpeg");
    const scans = join(jpeg, ...Array.from({ length: 100 }, () => [0xff, 0xda]));
    expect(await makeVariants(scans, {})).toMatchObject({ preview: null, why: expect.stringContaining("scans") });
  });
});

describe("damaged images", () => {
  test.each(["png", "jpeg", "gif", "webp", "avif"] as const)("reports a truncated %s", async (format) => {
    const whole = format === "png" ? noise : await convert(noise, format);
    const cut = makeVariants(whole.subarray(0, whole.length / 2), {});
    await expect(cut).rejects.toThrow("The picture is damaged.");
    await expect(cut).rejects.toBeInstanceOf(Unreadable);
  });

  test("reports a header without data", async () => {
    await expect(makeVariants(pngHeader(96, 64), {})).rejects.toThrow(Unreadable);
    await expect(makeVariants(pngHeader(96, 64).subarray(0, 12), {})).rejects.toThrow("The picture is damaged.");
  });

  nightly("yields variants, a reason or an error for changed bytes, one after the other", async () => {
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const seeds = [
      small,
      ...(await Promise.all((["jpeg", "gif", "webp", "avif"] as const).map((format) => convert(small, format)))),
    ];
    for (let n = 0; n < 60; n++) {
      const bytes = (seeds[n % seeds.length] ?? small).slice();
      for (let change = 0; change < 4; change++) bytes[random(bytes.length)] = random(256);
      const end = await makeVariants(bytes, {}).catch((fault: unknown) => fault);
      if (end instanceof Error) expect(end).toBeInstanceOf(Unreadable);
      else expect(end).toHaveProperty("metadata.width");
    }
  });
});

test("processes concurrent images independently", async () => {
  const pictures = [RED, GREEN, BLUE].map((colour) => png(40, 30, () => colour));
  const done = await Promise.all(pictures.map((picture) => makeVariants(picture, {})));
  expect(await Promise.all(done.map(async (pictured) => seen(variantsOf(pictured)[0])))).toEqual([
    "r r r r",
    "g g g g",
    "b b b b",
  ]);
});
