/** What can be typed or pressed in the palette, apart from the arrows that choose. */
import type { ListedKey } from "../ui/listed-keys.ts";

const KEY_LABELS = { type: "typeOfPage", in: "aDrive", by: "whoMade", changed: "whenChanged" } as const;

export type FilterKind = keyof typeof KEY_LABELS;

export const FILTER_KINDS: readonly FilterKind[] = ["type", "in", "by", "changed"];

export const PALETTE_KEYS: readonly ListedKey<never>[] = [
  { key: "Mod-Enter", label: "inNewTab" },
  { key: ">", label: "commandsAlone" },
  ...FILTER_KINDS.map((kind) => ({ key: `${kind}:`, label: KEY_LABELS[kind] })),
  { key: "Backspace", label: "dropFilter" },
];
