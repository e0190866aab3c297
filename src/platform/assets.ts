/** The files that a deployment brings along for browsers. */

/** As the platform keeps and types them; 404 for what is none, 304 for what the browser has. */
export const fetchAsset = (env: Env, request: Request): Promise<Response> => env.ASSETS.fetch(request);
