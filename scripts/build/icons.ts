/**
 * `npm run icons`: writes the style sheet with the icons that the interface uses, from Lucide (ISC licence). They are masks and
 * not a sprite: an icon is one empty element, the same in printed HTML and in the browser, and arrives with the styles.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { iconOf, PAGE_TYPES } from "../../src/kernel/page-type.ts";
import { ICONS } from "../../src/web/shared/icon-names.ts";
import { root } from "../commands.ts";

export const ICON_STYLES = join(root, "src/web/styles/icons.css");

type IconSet = { readonly icons: Readonly<Record<string, { readonly body: string }>> };

/** The image of each icon by its name. Throws for a name that the set does not have. */
export function iconRules(): ReadonlyMap<string, string> {
  const file = createRequire(import.meta.url).resolve("@iconify-json/lucide/icons.json");
  const { icons } = JSON.parse(readFileSync(file, "utf8")) as IconSet;
  const names = [...new Set([...ICONS, ...PAGE_TYPES.map(iconOf)])].toSorted();
  return new Map(
    names.map((name) => {
      const icon = icons[name];
      if (icon === undefined) throw new Error(`Lucide has no icon named ${name}.`);
      return [name, dataUrlOf(icon.body)];
    }),
  );
}

function dataUrlOf(body: string): string {
  // The stroke matches the weight of the interface's text.
  const drawing = body.replace('stroke-width="2"', 'stroke-width="1.6"').replace("currentColor", "#000");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawing}</svg>`;
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[<>#]/g, encodeURIComponent)}`;
}

if (import.meta.main) {
  const rules = [...iconRules()].map(([name, url]) => `.icon-${name} {\n  --icon-image: url("${url}");\n}\n`);
  const head = "/* Written by `npm run icons` from Lucide (https://lucide.dev, ISC licence). */\n";
  writeFileSync(ICON_STYLES, head + rules.join("\n"));
}
