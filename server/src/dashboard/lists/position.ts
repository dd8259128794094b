/** Where a list by time continues: the time to the microsecond, as the database writes it, and the id. */
export interface Position {
  readonly at: string
  readonly id: string
}

export const writePosition = ({ at, id }: Position): string => `${at} ${id}`

/** From a verified cursor. */
export function readPosition(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined
  const [at = '', id = ''] = text.split(' ')
  return { at, id }
}

/** A time as text without loss of precision, for the last row of a page. */
export const exactTime = (column: string) => `to_json(${column}) #>> '{}'`
