/** Assembles a grid of tiles at about the requested size: the full-size picture is never in memory. */
import {
  CompositeOperator,
  FilterType,
  type IMagickImage,
  MagickColors,
  MagickImage,
  Point,
} from "@imagemagick/magick-wasm";
import { setProfile, resize, type Size } from "./render.ts";
import type { ImageGrid } from "./grid.ts";
import type { PictureFormat } from "./picture.ts";
import { type Open, Undecodable } from "./magick.ts";

/**
 * Like `open`, but for the grid of a file: `work` gets the picture upright, with at least `side` pixels if it has that
 * many. Each tile is decoded, shrunk, placed and discarded before the next.
 */
export function openGrid<T>(
  open: Open,
  format: PictureFormat,
  grid: ImageGrid,
  side: number,
  work: (image: IMagickImage) => T,
): T {
  const mosaic = new TileComposer(grid, side);
  try {
    for (const tile of grid.tiles) {
      const bytes = tile();
      if (!bytes) throw new Undecodable("A tile is missing.");
      open({ bytes, format }, (image) => mosaic.add(image));
    }
    return work(mosaic.finish());
  } finally {
    mosaic.dispose();
  }
}

/** The layout, determined by the first tile. */
type PlacedTile = { readonly canvas: IMagickImage; readonly tile: Size; readonly shrink: number };

class TileComposer {
  readonly #grid: ImageGrid;
  readonly #side: number;
  #laid: PlacedTile | null = null;
  #count = 0;

  constructor(grid: ImageGrid, side: number) {
    this.#grid = grid;
    this.#side = side;
  }

  /** Adds the next tile, row by row. */
  add(image: IMagickImage): void {
    this.#laid ??= this.#lay(image);
    const { canvas, tile, shrink } = this.#laid;
    if (image.width !== tile.width || image.height !== tile.height) throw new Undecodable("The tiles differ in size.");
    const { columns } = this.#grid;
    // Each output pixel is averaged from pixels of a single tile, so that seams are invisible.
    resize(image, { width: tile.width / shrink, height: tile.height / shrink }, FilterType.Box);
    const place = new Point((this.#count % columns) * image.width, Math.floor(this.#count / columns) * image.height);
    canvas.composite(image, CompositeOperator.Copy, place);
    this.#count += 1;
  }

  finish(): IMagickImage {
    if (!this.#laid) throw new Undecodable("There are no tiles.");
    const { canvas } = this.#laid;
    for (const turn of this.#grid.turns) {
      if ("quarters" in turn) canvas.rotate(-90 * turn.quarters);
      else if (turn.axis === "vertical") canvas.flop();
      else canvas.flip();
    }
    canvas.resetPage();
    if (this.#grid.profile) setProfile(canvas, this.#grid.profile);
    return canvas;
  }

  dispose(): void {
    this.#laid?.canvas.dispose();
  }

  #lay({ width, height }: Size): PlacedTile {
    const { columns, rows, ...size } = this.#grid;
    if (width * columns < size.width || height * rows < size.height)
      throw new Undecodable("The tiles do not cover the picture.");
    // The header's size was checked before anything was decoded.
    if (width * (columns - 1) >= size.width || height * (rows - 1) >= size.height)
      throw new Undecodable("There are tiles beside the picture.");
    // The largest power of two that divides the tiles and leaves the picture large enough.
    let shrink = 1;
    const goes = (by: number): boolean =>
      width % by === 0 && height % by === 0 && Math.max(size.width, size.height) / by >= this.#side;
    while (goes(shrink * 2)) shrink *= 2;
    const shrunk = (length: number): number => Math.max(1, Math.floor(length / shrink));
    const canvas = MagickImage.create(MagickColors.Black, shrunk(size.width), shrunk(size.height));
    return { canvas, tile: { width, height }, shrink };
  }
}
