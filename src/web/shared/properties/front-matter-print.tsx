/** The front matter in a print: a panel where the page provides one, otherwise its lines. */
import { useContext } from "preact/hooks";
import { PanelContext } from "./context.ts";

/** Class of the element that replaces the lines of the front matter. */
export const PANEL_CLASS = "md-properties";

/** Also counts the lines that a panel replaces, by which other lines of the print are found. */
export const FrontMatterPrint = ({ text }: { readonly text: string }) => {
  const Panel = useContext(PanelContext);
  const lines = text.split("\n");
  if (Panel === null)
    return (
      <pre>
        {lines.map((line, at) => (
          <span key={at} class={rawClass(at, lines.length)}>
            {line === "" ? <br /> : line}
          </span>
        ))}
      </pre>
    );
  return (
    <div class={PANEL_CLASS} data-source-lines={lines.length}>
      <Panel text={text} />
    </div>
  );
};

const rawClass = (at: number, count: number): string =>
  `cm-line md-raw${at === 0 ? " md-raw-first" : ""}${at === count - 1 ? " md-raw-last" : ""}`;
