export * from "../../permissions/authenticate.ts";
