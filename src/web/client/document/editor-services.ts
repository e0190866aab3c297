/** Services that an editor needs only occasionally: loaded together on first use. */
export { upload } from "./editor-upload.ts";
export { mentionLookup } from "./mention-lookup.ts";
export { suggest } from "./suggest.ts";
export { openPicture } from "../ui/picture.ts";
