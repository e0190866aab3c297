/** Code before any script has run: one element per source line, numbered by the style sheet. */
import { digitsOf } from "./line-numbers.ts";

type CodePrintProps = {
  readonly text: string;
  readonly placeholder: string;
  /** Its accessible name if no editor replaces it, in which case it can be scrolled by keyboard; otherwise null. */
  readonly label: string | null;
};

/** The content of an element with the classes `doc` and `code`; its styles are in code.css. */
export const CodePrint = ({ text, placeholder, label }: CodePrintProps) => {
  const lines = text.split("\n");
  return (
    <div
      class="code-print"
      data-print
      data-digits={digitsOf(lines.length)}
      {...(label !== null && { tabIndex: 0, role: "region", "aria-label": label })}
    >
      <pre data-lines>
        {lines.map((line) => (
          <span class="cm-line" data-placeholder={text === "" ? placeholder : undefined}>
            {line === "" ? <br /> : line}
          </span>
        ))}
      </pre>
    </div>
  );
};
