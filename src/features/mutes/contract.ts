/** API schemas for muted pages and drives. */
import * as z from "zod";

/** Pages and drives whose mentions and file news the user has muted, if the user can still see them. */
export const MutedPlaces = z.object({
  pages: z.array(z.object({ id: z.string(), title: z.string() })),
  drives: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type MutedPlaces = z.infer<typeof MutedPlaces>;
