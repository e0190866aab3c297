/** Contrast of the colors in `base.css`, in both themes (WCAG 2.2, 1.4.3: text 4.5:1; 1.4.11: edges of controls 3:1). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Color = readonly [red: number, green: number, blue: number, alpha: number];

const styles = readFileSync("src/web/styles/base.css", "utf8");
const THEMES = ["light", "dark"] as const;
const HUES = ["moss", "amber", "clay", "rose", "plum", "blue", "stone"];
const PAPERS = ["ground", "side", "raised"];

/** `#rrggbb` or `rgb(r g b / a%)`. */
function parse(text: string): Color {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text);
  if (hex) return [...hex.slice(1).map((part) => Number.parseInt(part, 16)), 1] as unknown as Color;
  const [, red, green, blue, alpha] = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)%\)$/.exec(text) ?? [];
  if (alpha === undefined) throw new Error(`${text} is not a color that this test reads.`);
  return [Number(red), Number(green), Number(blue), Number(alpha) / 100];
}

function color(name: string, theme: (typeof THEMES)[number]): Color {
  const pair = new RegExp(`--${name}: light-dark\\((#\\w{6}|rgb\\([^)]*\\)), (#\\w{6}|rgb\\([^)]*\\))\\);`).exec(
    styles,
  );
  const text = pair?.[theme === "light" ? 1 : 2];
  if (text === undefined) throw new Error(`base.css has no color --${name}.`);
  return parse(text);
}

const over = ([r, g, b, alpha]: Color, [r2, g2, b2]: Color): Color => [
  r * alpha + r2 * (1 - alpha),
  g * alpha + g2 * (1 - alpha),
  b * alpha + b2 * (1 - alpha),
  1,
];

/** WCAG 2.2, “relative luminance”. */
function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = [
  ...["ink", "soft", "accent", "danger"].flatMap((text) => PAPERS.map((paper) => [text, paper])),
  ...["ink", "soft", "accent", "accent-strong"].map((text) => [text, "wash"]),
  ...["selection", "highlight", "danger-wash"].map((paper) => ["ink", paper]),
  ["danger", "danger-wash"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["ground", "ink"],
  ...HUES.map((hue) => [hue, `${hue}-wash`]),
] as const;

test.each(THEMES)("text has a contrast of 4.5 on the papers that it is used on (%s)", (theme) => {
  const low = TEXT.map(([text = "", paper = ""]) => [text, paper, contrast(color(text, theme), color(paper, theme))]);
  expect(low.filter(([, , ratio]) => Number(ratio) < 4.5)).toEqual([]);
});

test.each(THEMES)("text keeps its contrast under the pointer and while pressed (%s)", (theme) => {
  const low = ["ink", "soft"].flatMap((text) =>
    PAPERS.flatMap((paper) =>
      ["hover", "press"].map((state) => {
        const under = over(color(state, theme), color(paper, theme));
        return [text, paper, state, contrast(color(text, theme), under)];
      }),
    ),
  );
  expect(low.filter(([, , , ratio]) => Number(ratio) < 4.5)).toEqual([]);
});

test.each(THEMES)("the edges of controls have a contrast of 3 (%s)", (theme) => {
  const low = ["ground", "raised"].map((paper) => [paper, contrast(color("edge", theme), color(paper, theme))]);
  expect(low.filter(([, ratio]) => Number(ratio) < 3)).toEqual([]);
});
