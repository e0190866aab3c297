/** Editing images: selecting, resizing, describing, replacing and uploading. */
import type { Extension } from "@codemirror/state";
import { type Beside, blockSeparation } from "../block-separation.ts";
import { focusPopover, imagePopover } from "./image-popover.tsx";
import { figuresBetween } from "./image-widget.ts";
import { imageSelection } from "./selected-image.ts";
import { documentFiles } from "./upload-files.ts";
import { uploads } from "./uploads.tsx";

/** A figure is a paragraph, so adjacent lines of text would merge with it. */
const beside: Beside = {
  endsAt: (state, position) => figuresBetween(state, position, position).length > 0,
  startsAt: (state, position) => figuresBetween(state, position, position).length > 0,
};

export const imageEditing = (): Extension => [
  imageSelection(focusPopover),
  imagePopover,
  uploads,
  documentFiles,
  blockSeparation(beside),
];
