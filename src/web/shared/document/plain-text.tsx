/** Text as written, shown instead of a print that would be too expensive or that failed. */
import { Component, type ComponentChildren } from "preact";
import { MAX_PRINTED_LINES } from "./print-budget.ts";

/** Line by line like the editor, or as a single element if there are too many lines. */
export function PlainText({ text }: { readonly text: string }) {
  const lines = text.split("\n", MAX_PRINTED_LINES + 1);
  if (lines.length > MAX_PRINTED_LINES) return <div class="cm-line">{text}</div>;
  return (
    <>
      {lines.map((line) => (
        <div class="cm-line">{line === "" ? <br /> : line}</div>
      ))}
    </>
  );
}

type Props = { readonly text: string; readonly children: ComponentChildren };

/** Shows a block as plain text if rendering it fails, so that the others are shown. */
export class PlainIfFailed extends Component<Props, { readonly failed: boolean }> {
  static override getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override render() {
    const { text, children } = this.props;
    return this.state.failed ? <PlainText text={text} /> : children;
  }
}
