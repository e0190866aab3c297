/** The cover and the icon above the title of a page. */
import { words } from "../../words/page-header.ts";
import { Icon } from "./icons.tsx";

type HeaderProps = { readonly icon: string | null; readonly writes: boolean };

export const PageHeader = ({ icon, writes }: HeaderProps) => (
  <div class="column head">
    {icon !== null &&
      (writes ? (
        <button type="button" class="quiet page-emoji" data-act="icon" aria-label={words.changeIcon}>
          {icon}
        </button>
      ) : (
        <span class="page-emoji" aria-hidden="true">
          {icon}
        </span>
      ))}
    {writes && icon === null && (
      <button type="button" class="quiet head-act" data-act="icon">
        <Icon name="smile-plus" />
        {words.addIcon}
      </button>
    )}
  </div>
);
