/**
 * Any version, any case: a strict version-4 check would refuse existing ids. Stored in lower case. Apart from the schemas, which
 * no page of the dashboard needs.
 */
export const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'
