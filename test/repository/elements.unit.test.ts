/** Interfaces are Preact components; elements outside of them are created by one helper. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The helper, and the frame of a PDF, which loads its own small script. This list may only shrink. */
const ALLOWED = [
  "src/web/client/pdf-frame/frame.ts",
  "src/web/client/pdf-frame/links.ts",
  "src/web/client/pdf-frame/page-view.ts",
  "src/web/client/pdf-frame/panel.ts",
  "src/web/client/ui/dom.ts",
];

test("only the listed files create elements without the helper", () => {
  const files = globSync("src/web/client/**/*.{ts,tsx}").map((file) => file.replaceAll("\\", "/"));
  const found = files.filter((file) =>
    /\bcreateElement(?:NS)?\(|\binnerHTML =|insertAdjacentHTML/.test(readFileSync(file, "utf8")),
  );
  expect(found.toSorted()).toEqual(ALLOWED);
});
