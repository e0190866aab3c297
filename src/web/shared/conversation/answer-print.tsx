/**
 * Prints text that a model wrote, which may repeat what others put in front of it: no image is loaded, because its address
 * could carry data away, and every link to another site names that site.
 */
import type { Attributes } from "../document/drawing.ts";
import type { PrintVariant } from "../document/inline-print.tsx";
import { type ImageModel, imageModel } from "../../../formats/markdown/image-model.ts";
import { safeAddress } from "../document/address.ts";
import { citationIn, OURS } from "./citation.ts";
import { words } from "../../../words/conversation.ts";

export const ANSWER_PRINT: PrintVariant = {
  inline: (usual, pieces, source) => ({
    ...usual,
    mark: (from, to, spec) =>
      usual.mark(from, to, spec.tag === "a" ? { ...spec, ...linkOf(spec, source.slice(from, to)) } : spec),
    image: (from, to, image) =>
      pieces.push({ from, to, tag: "span", attributes: null, shown: <ImageLink image={image} /> }),
  }),
  figure: (text) => {
    const image = imageModel(text);
    return (
      image && (
        <p class="cm-line">
          <ImageLink image={image} />
        </p>
      )
    );
  },
};

type Link = { readonly className?: string; readonly attributes?: Attributes };

/** `written` is the source of the link. */
function linkOf({ className, attributes = {} }: Link, written: string): Link {
  const { href } = attributes;
  if (href === undefined) return {};
  const host = hostOf(href);
  if (host !== null) return { attributes: { ...attributes, ...EXTERNAL, "data-host": host } };
  const citation = citationIn(written, href);
  if (citation === null) return {};
  const title = citation.quote === "" ? {} : { title: citation.quote };
  return { className: className ?? "md-cite", attributes: { ...attributes, ...title } };
}

const EXTERNAL = { rel: "noreferrer noopener nofollow", target: "_blank" };

/** The site that a link leads to; null within this service, and for addresses that are not on the web. */
export function hostOf(address: string): string | null {
  if (!URL.canParse(address, OURS)) return null;
  const { protocol, host, origin } = new URL(address, OURS);
  return origin === OURS || !/^https?:$/.test(protocol) ? null : host;
}

const ImageLink = ({ image: { alt, address } }: { readonly image: ImageModel }) => {
  const href = safeAddress(address);
  const host = href === null ? null : hostOf(href);
  const label = alt === "" ? words.picture : alt;
  if (href === null) return <>{label}</>;
  return (
    <a href={href} {...EXTERNAL} {...(host !== null && { "data-host": host })}>
      {label}
    </a>
  );
};
