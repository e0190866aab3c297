/** The calls of tools in an agent's answer, one folded line each. */
import { type ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CallState } from "../../../kernel/agent-run.ts";
import type { IconName } from "../icon-names.ts";
import { Icon } from "../icons.tsx";
import { plural } from "../../../words/plural.ts";
import { words } from "../../../words/run.ts";
import { toolLabel } from "./tool-label.ts";

export type ShownCall = { readonly tool: string; readonly state: CallState; readonly pageIds: readonly string[] };

/** Links to pages, as far as the reader may see them. */
export type LinksTo = (pageIds: readonly string[]) => ComponentChildren;

type StepsProps = {
  readonly calls: readonly ShownCall[];
  readonly links: LinksTo | undefined;
  readonly open?: boolean;
};

export const Steps = ({ calls, links, open = false }: StepsProps) =>
  calls.length > 0 && (
    <details class="run-steps" open={open}>
      <summary>{plural(calls.length, words.steps)}</summary>
      <ol>
        {calls.map((call, at) => (
          <Step key={at} call={call} links={links} />
        ))}
      </ol>
    </details>
  );

const ICONS: Readonly<Record<CallState, IconName>> = {
  open: "clock",
  asked: "shield",
  done: "square-check",
  failed: "circle-alert",
  declined: "x",
};

const Step = ({
  call: { tool, state, pageIds },
  links,
}: {
  readonly call: ShownCall;
  readonly links: LinksTo | undefined;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <Icon name={ICONS[state]} />
          {toolLabel(tool)} <span class="muted">{words.callState[state]}</span>
        </summary>
        {isOpen && (pageIds.length > 0 ? links?.(pageIds) : <p class="muted">{words.noPages}</p>)}
      </details>
    </li>
  );
};
