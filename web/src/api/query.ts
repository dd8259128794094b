/** The part of an address behind the question mark. What is empty is not asked for. */
export function query(fields: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
