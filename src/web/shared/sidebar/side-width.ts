/** Limits and default of the sidebar's width, in pixels. */
export const SIDE_WIDTH = { min: 200, usual: 256, max: 420 } as const;
