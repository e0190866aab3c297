/** Code as it reads before any script has run: a line of its own for each of the source, numbered by the style sheet. */
import { digitsOf } from "./line-numbers.ts";

type CodePrintProps = {
  readonly text: string;
  readonly placeholder: string;
  /** Its name where nothing takes its place, so that it is what the keyboard scrolls. */
  readonly label: string | null;
};

/** Everything inside an element with the classes `doc` and `code`; its styles are in code.css. */
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
