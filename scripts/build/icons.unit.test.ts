/** The committed style sheet has every icon that the interface names. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconOf, PAGE_TYPES } from "../../src/kernel/page-type.ts";
import { ICONS } from "../../src/web/shared/icon-names.ts";
import { ICON_STYLES, iconRules } from "./icons.ts";

test("the style sheet draws the listed icons and no other; npm run icons rewrites it", () => {
  const names = [...new Set([...ICONS, ...PAGE_TYPES.map(iconOf)])].toSorted();
  const drawn = readFileSync(ICON_STYLES, "utf8").matchAll(/^\.icon-([a-z0-9-]+) \{\s+--icon-image: url\("(.*)"\);/gm);
  expect([...drawn].map(([, name, url]) => [name, url])).toEqual(names.map((name) => [name, iconRules().get(name)]));
});
