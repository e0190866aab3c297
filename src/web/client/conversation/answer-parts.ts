/** Parts of answers that few readers see. They are loaded together. */
export { ApprovalCard } from "./approval-card.tsx";
export { undoAnswer, UndoneList } from "./undo-answer.tsx";
