/** What somebody has muted, as the interface shows it. */
import * as z from "zod";

/** What the user hears no mentions and no news of files from, as far as they may see it. */
export const MutedPlaces = z.object({
  pages: z.array(z.object({ id: z.string(), title: z.string() })),
  drives: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type MutedPlaces = z.infer<typeof MutedPlaces>;
