/** A user's picture, or initials on a color that is the same everywhere. Agents are square and people round. */
import { Icon } from "./icons.tsx";

export type Face = { readonly id: string; readonly name: string; readonly image: string | null };

const HUES = ["moss", "amber", "clay", "rose", "plum", "blue", "stone"] as const;

export const hueOf = (id: string): string => {
  let sum = 0;
  for (const character of id) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return HUES[sum % HUES.length] ?? "stone";
};

/** First graphemes of the first and last word; a grapheme may consist of several code points. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== "");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = "") => [...new Intl.Segmenter().segment(word)][0]?.segment.toUpperCase() ?? "").join("");
}

type AvatarProps = { readonly of: Face; readonly class?: string; readonly isAgent?: boolean; readonly alt?: string };

/** Decorative without `alt`: the name is next to it. Width and height come from `--size`. */
export const Avatar = ({ of: { id, name, image }, class: more = "", isAgent = false, alt = "" }: AvatarProps) =>
  image !== null ? (
    <img class={`avatar ${more}`} src={image} alt={alt} width={36} height={36} />
  ) : (
    <span class={`avatar ${more}`} data-hue={isAgent ? "agent" : hueOf(id)} aria-hidden="true">
      {isAgent ? <Icon name="bot" /> : initialsOf(name)}
    </span>
  );
