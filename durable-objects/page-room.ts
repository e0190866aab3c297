import { DurableObject } from "cloudflare:workers";
export class PageRoom extends DurableObject<Env> {}
