/**
 * A PostgreSQL array of numbers or UUIDs, which need no quotes. `pg` looks at every entry of a list for what might
 * have to be escaped; for the thousands of ids in a batch that was a tenth of the process's time.
 */
export const bareArray = (entries: readonly (string | number)[]): string => `{${entries.join(',')}}`
