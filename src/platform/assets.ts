/** Static files that are deployed with the service for browsers. */

/** With the platform's caching and media types; 404 if there is no such file, 304 if the browser has it. */
export const fetchAsset = (env: Env, request: Request): Promise<Response> => env.ASSETS.fetch(request);
