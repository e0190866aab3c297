export * from "../../permissions/fresh-sign-in.ts";
