/** Where files are selected, and their upload progress is shown. */
import { words } from "../../words/uploads.ts";

type UploadPlace =
  /** Creates a FILE page in a drive, at its root or under a page. */
  | { readonly driveId: string; readonly parentId?: string; readonly where: string }
  /** Replaces the file of a FILE page. */
  | { readonly pageId: string };

export const Uploads = ({ place }: { place: UploadPlace }) => {
  const isNew = "driveId" in place;
  return (
    <section
      class="uploads"
      aria-label={words.uploads}
      data-uploads
      data-drive={isNew ? place.driveId : undefined}
      data-parent={isNew ? place.parentId : undefined}
      data-page={isNew ? undefined : place.pageId}
      data-where={isNew ? place.where : undefined}
    >
      <input type="file" aria-label={words.filesToUpload} multiple={isNew} hidden />
      <ul></ul>
    </section>
  );
};
