import { expect, test } from "vitest";
import { imageModel, isLoadable, writeImage } from "./image-model.ts";

test.each([
  [
    "![A tree](/api/files/1/view)",
    { alt: "A tree", width: null, height: null, address: "/api/files/1/view", title: "" },
  ],
  ["![A tree|480](/t)", { alt: "A tree", width: 480, height: null }],
  ['![A tree|480x270](/t "Oaks")', { alt: "A tree", width: 480, height: 270, title: "Oaks" }],
  ["![a|b|12x9](/t)", { alt: "a|b", width: 12, height: 9 }],
  ["![in a cell\\|48x27](/t)", { alt: "in a cell", width: 48, height: 27 }],
  ["![|480](/t)", { alt: "", width: 480 }],
  ["![480](/t)", { alt: "480", width: null }],
  ["![a|b](/t)", { alt: "a|b", width: null }],
  ["![a \\] b](<a b> 'c')", { alt: "a ] b", address: "a b", title: "c" }],
])("parses the image %s", (source, expected) => expect(imageModel(source)).toMatchObject(expected));

test("returns null for a reference-style image", () => {
  expect(imageModel("![a][b]")).toBeNull();
});

test("round-trips images through Markdown", () => {
  const images = [
    { alt: "a]b|c\\d", size: null, address: "/a", title: "" },
    { alt: "", size: { width: 5, height: 7 }, address: "a b(c", title: 'say "so"' },
    { alt: "x", size: { width: 5, height: null }, address: "", title: "t" },
  ];
  for (const image of images) {
    const read = imageModel(writeImage(image));
    expect(read).toMatchObject({
      alt: image.alt,
      width: image.size?.width ?? null,
      height: image.size?.height ?? null,
      title: image.title,
    });
    expect(read?.address).toBe(image.address.replaceAll(" ", "%20"));
  }
});

test("rejects images from other hosts", () => {
  expect(isLoadable("/api/files/1/view")).toBe(true);
  expect(isLoadable("data:image/png;base64,AA==")).toBe(true);
  for (const address of ["https://a.example/b.png", "//a.example/b", "/\\a.example", "data:text/html,a", "b.png", ""])
    expect(isLoadable(address), address).toBe(false);
});
