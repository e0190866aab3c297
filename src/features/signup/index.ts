/** Public interface of the sign-up feature: its sweep. */
export { sweepSignUpLinks } from "./service.ts";
