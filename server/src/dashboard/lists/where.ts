/**
 * One condition of a list, with `:value` as the placeholder for its value; left out when the value is undefined or
 * null.
 */
export type Asked = readonly [condition: string, value: unknown]

/** Of a list by time: both ways cost the same with its index. */
export const directionOf = ({ oldest }: { readonly oldest?: boolean | undefined }) =>
  oldest ? 'ASC' : 'DESC'

/**
 * Only the conditions that were asked for: the database then chooses an index by them, which it could not do for a
 * statement that covers every combination. `$1` is the organisation.
 */
export function where(
  alias: string,
  organisationId: string,
  asked: readonly Asked[],
): { readonly sql: string; readonly values: unknown[] } {
  const values: unknown[] = [organisationId]
  const conditions = [`${alias}.organisation_id = $1`]
  for (const [condition, value] of asked) {
    if (value === undefined || value === null) continue
    values.push(value)
    conditions.push(condition.replaceAll(':value', `$${values.length}`))
  }
  return { sql: conditions.join(' AND '), values }
}
