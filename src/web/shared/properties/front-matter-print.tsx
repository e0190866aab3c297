/** The front matter in a print: as a panel where the page provides one, otherwise its lines. */
import { useContext } from "preact/hooks";
import { PanelContext } from "./context.ts";

/** Class of the element that replaces the lines of the front matter. */
export const PANEL_CLASS = "md-properties";

export const FrontMatterPrint = ({ text }: { readonly text: string }) => {
  const Panel = useContext(PanelContext);
  return (
    <div class={PANEL_CLASS}>
      {Panel === null ? <pre class="prop-raw">{text.split("\n").slice(1, -1).join("\n")}</pre> : <Panel text={text} />}
    </div>
  );
};
