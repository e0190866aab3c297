/** What the components of properties know about the page: the declared properties, and what its reader may do. */
import { type ComponentType, createContext } from "preact";
import type { Property } from "../../../formats/properties/schema.ts";

export type PropertyScope = {
  /** Declared by the nearest folder above that declares any. */
  readonly schema: readonly Property[];
  /** That folder; null if no folder above declares properties. */
  readonly folder: { readonly id: string; readonly title: string } | null;
  /** The reader may change values. */
  readonly writes: boolean;
  /** The reader may change the folder's declarations. */
  readonly declares: boolean;
  /** Folded keys that the panel leaves out. */
  readonly hides: readonly string[];
};

export const NO_SCOPE: PropertyScope = { schema: [], folder: null, writes: false, declares: false, hides: [] };

export const PropertyContext = createContext<PropertyScope>(NO_SCOPE);

/** Draws the properties of a text, given with both delimiter lines. Without one, such as in messages, lines are shown. */
export const PanelContext = createContext<ComponentType<{ readonly text: string }> | null>(null);
