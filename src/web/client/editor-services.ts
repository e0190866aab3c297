/** What an editor asks for only now and then: loaded together when it first does. */
export { upload } from "./editor-upload.ts";
export { mentionLookup } from "./mention-lookup.ts";
export { openPicture } from "./picture.ts";
