/**
 * Renders an image, in print and editor alike. Alone in its paragraph it is a figure with a caption; otherwise it is
 * inline. Images on other hosts are not loaded, because their server would learn who is reading.
 */
import { ownDirection } from "./direction.ts";
import { type ImageModel, isLoadable, isWebAddress } from "../../../formats/markdown/image-model.ts";

export const Figure = ({ image }: { image: ImageModel }) => {
  const caption = image.title || image.alt;
  return (
    <figure class="md-figure" dir={ownDirection(image.title) ?? undefined}>
      <div class="md-frame">
        <Picture image={image} />
      </div>
      {isLoadable(image.address) && caption !== "" && <figcaption>{caption}</figcaption>}
    </figure>
  );
};

/** The image itself, or its replacement. */
const Picture = ({ image }: { image: ImageModel }) => {
  const { alt, width, height, address } = image;
  if (!isLoadable(address)) return <NotLoaded image={image} />;
  return (
    <img
      class="md-image"
      src={address}
      alt={alt}
      width={width ?? undefined}
      height={(width !== null && height) || undefined}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
};

/** An image in a line of text. */
export const InlineImage = ({ image }: { image: ImageModel }) => (
  <span class="md-inline-image">
    <Picture image={image} />
  </span>
);

const NotLoaded = ({ image: { alt, address } }: { image: ImageModel }) => (
  <span class="md-not-loaded">
    {alt === "" ? "Image" : alt}{" "}
    {isWebAddress(address) ? (
      <a href={address} rel="noopener noreferrer nofollow" target="_blank">
        {address}
      </a>
    ) : (
      <code>{address}</code>
    )}
  </span>
);
