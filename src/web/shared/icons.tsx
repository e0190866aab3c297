/** Icons, drawn by `styles/icons.css` in the color of the text. They are decorative: the control around one has a name. */
import type { ComponentProps } from "preact";
import type { PageType } from "../../kernel/page-type.ts";
import { iconClass, type IconName, pageSign } from "./icon-names.ts";

export const Icon = ({ name }: { name: IconName }) => <span class={iconClass(name)} aria-hidden="true" />;

type PageIconProps = { readonly type: PageType; readonly icon?: string | null | undefined };

/** The page's emoji if it has one, otherwise the icon of its type. */
export const PageIcon = (page: PageIconProps) => {
  const { icon, glyph } = pageSign(page);
  return (
    <span class={icon} aria-hidden="true">
      {glyph}
    </span>
  );
};

type IconButtonProps = { readonly icon: IconName; readonly label: string } & ComponentProps<"button">;

/** A button whose label is its tooltip, for places where the icon is common knowledge or space is short. */
export const IconButton = ({ icon, label, ...rest }: IconButtonProps) => (
  <button type="button" class="quiet icon-only" aria-label={label} title={label} {...rest}>
    <Icon name={icon} />
  </button>
);
