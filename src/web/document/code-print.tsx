/** Code as it reads before any script has run: a line of its own for each of the source, numbered by the style sheet. */
import { digitsOf } from "./line-numbers.ts";

type CodePrintProps = {
  readonly text: string;
  readonly placeholder: string;
  /** Nobody takes its place, so it is what the keyboard scrolls. */
  readonly stays: boolean;
};

/** Everything inside an element with the classes `doc` and `code`; its styles are in code.css. */
export const CodePrint = ({ text, placeholder, stays }: CodePrintProps) => {
  const lines = text.split("\n");
  return (
    <div
      class="code-print"
      data-print
      data-digits={digitsOf(lines.length)}
      {...(stays && { tabIndex: 0, role: "region", "aria-label": "Text of the page" })}
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
