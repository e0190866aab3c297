/** The client's public API. */
export { createClient, type Client, type ClientOptions } from "./client.ts";
export { OctavoError, OctavoUnreachable } from "./failure.ts";
export { followPage, type FollowOptions, type PageText } from "./follow.ts";
export type { CallOptions, Input } from "./client.ts";
export type { Operations } from "./operations.ts";
