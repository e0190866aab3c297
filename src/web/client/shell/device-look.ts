/**
 * How this device shows pages: whether the sidebar is hidden, its width, the density of rows, and the typeface and width of documents.
 * Applied before the page is drawn, and as CSS only, so that nothing moves.
 */
import type { Density, Font, TextWidth } from "../../shared/device-choices.ts";
import { SIDE_WIDTH } from "../../shared/sidebar/side-width.ts";

export type DeviceLook = {
  readonly isSideHidden?: boolean;
  readonly sideWidth?: number | undefined;
  readonly density?: Density;
  readonly font?: Font;
  readonly textWidth?: TextWidth;
};

const KEY = "octavo-look";

export const fitWidth = (width: number): number =>
  Math.round(Math.min(SIDE_WIDTH.max, Math.max(SIDE_WIDTH.min, width)));

export function readLook(): DeviceLook {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {}) as DeviceLook; // what `keepLook` wrote
  } catch {
    return {};
  }
}

export function applyLook({ isSideHidden, sideWidth, density, font, textWidth }: DeviceLook): void {
  const root = document.documentElement;
  root.toggleAttribute("data-side-hidden", isSideHidden === true);
  root.dataset["density"] = density ?? "comfortable";
  root.dataset["font"] = font ?? "sans";
  root.dataset["textWidth"] = textWidth ?? "standard";
  if (typeof sideWidth === "number") root.style.setProperty("--side-chosen", `${fitWidth(sideWidth)}px`);
  else root.style.removeProperty("--side-chosen");
}

export function keepLook(part: DeviceLook): void {
  const look = { ...readLook(), ...part };
  applyLook(look);
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // A browser that stores nothing starts with the usual look each time.
  }
}
