/** The cover and the icon above the title of a page. */
import { parseCover } from "../../kernel/cover.ts";
import { words } from "../../words/page-header.ts";
import { Icon } from "./icons.tsx";

export type Appearance = { readonly icon: string | null; readonly cover: string | null };

type HeaderProps = Appearance & {
  readonly writes: boolean;
  /** Offers a first property; the styles hide that above a panel of properties. */
  readonly hasProperties: boolean;
};

export const PageHeader = ({ icon, cover, writes, hasProperties }: HeaderProps) => (
  <>
    {cover !== null && <PageCover cover={cover} />}
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
      {writes && (
        <button type="button" class="quiet head-act" data-act="cover">
          <Icon name="image" />
          {cover === null ? words.addCover : words.changeCover}
        </button>
      )}
      {writes && hasProperties && (
        <button type="button" class="quiet head-act" data-act="add-property">
          <Icon name="tags" />
          {words.addProperty}
        </button>
      )}
    </div>
  </>
);

/** The policy of a page forbids style attributes, so that positions are rounded to one of five. */
export const positionStep = (position: number): number => Math.round(position / 25);

const PageCover = ({ cover }: { readonly cover: string }) => {
  const parsed = parseCover(cover);
  if (parsed === null) return null;
  if (parsed.kind === "named") return <div class={`cover cover-${parsed.name}`} />;
  return (
    <div class="cover">
      <img src={`/api/files/${parsed.fileId}/view`} alt="" data-position={positionStep(parsed.position)} />
    </div>
  );
};
