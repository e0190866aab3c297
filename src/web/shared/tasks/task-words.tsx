/** The text of a task, with inline formatting. */
import type { ComponentChildren } from "preact";
import { labelOf } from "../../../formats/markdown/inline.ts";
import { displayedOf } from "../../../formats/tasks/facts.ts";

const PART =
  /@\[(?<person>(?:\\.|[^[\]\\])*)\]\((?:user:[\w-]+|page:(?<page>[\w-]+))\)|\[(?<label>[^[\]]+)\]\((?<target>https?:\/\/[^\s)]{1,2000})\)|(?<address>https?:\/\/[^\s<>]+)|`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|~~(?<gone>[^~]+)~~|(?<!\w)[*_](?<em>[^*_]+)[*_](?!\w)/g;

function drawn(groups: Readonly<Record<string, string | undefined>>): ComponentChildren {
  const { person, page, label, target, address, code, strong, gone, em } = groups;
  if (person !== undefined && page !== undefined)
    return (
      <a href={`/pages/${page}`} draggable={false}>
        {labelOf(person)}
      </a>
    );
  if (person !== undefined) return <span class="md-mention">@{labelOf(person)}</span>;
  const href = target ?? address;
  if (href !== undefined)
    return (
      <a href={href} rel="noopener noreferrer nofollow" target="_blank" draggable={false}>
        {label ?? href}
      </a>
    );
  if (code !== undefined) return <code>{code}</code>;
  if (strong !== undefined) return <strong>{strong}</strong>;
  return gone === undefined ? <em>{em}</em> : <s>{gone}</s>;
}

export const TaskWords = ({ source }: { source: string }) => {
  const text = displayedOf(source);
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { index, 0: all, groups } of text.matchAll(PART)) {
    parts.push(text.slice(at, index), drawn(groups ?? {}));
    at = index + all.length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
};
