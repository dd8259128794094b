/** Keeps a route out of the OpenAPI document. */
export const hidden = { schema: { hide: true } as object }
