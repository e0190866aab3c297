/** Style sheets of views, which the build loads with the modules that import them. */
declare module "*.css";
