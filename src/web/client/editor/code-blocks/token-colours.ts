/**
 * CSS classes of code tokens; their colours are in code-blocks.css. They only change colours, so that lines keep their
 * size.
 */
import { tagHighlighter, tags } from "@lezer/highlight";

export const tokenColours = tagHighlighter([
  { tag: tags.comment, class: "md-tok-comment" },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self], class: "md-tok-keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.inserted], class: "md-tok-string" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape, tags.color, tags.unit], class: "md-tok-literal" },
  {
    tag: [tags.typeName, tags.className, tags.namespace, tags.tagName, tags.heading, tags.standard(tags.name)],
    class: "md-tok-type",
  },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.variableName),
      tags.macroName,
    ],
    class: "md-tok-name",
  },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], class: "md-tok-property" },
  { tag: [tags.meta, tags.processingInstruction, tags.annotation], class: "md-tok-meta" },
  { tag: [tags.deleted, tags.invalid], class: "md-tok-deleted" },
]);
