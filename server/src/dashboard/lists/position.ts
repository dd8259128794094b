/** Where a list by time goes on: the time to the microsecond, as the database writes it, and the id. */
export interface Position {
  readonly at: string
  readonly id: string
}

export const writePosition = ({ at, id }: Position): string => `${at} ${id}`

/** Of a cursor that was found genuine. */
export function readPosition(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined
  const [at = '', id = ''] = text.split(' ')
  return { at, id }
}

/** A time as text that loses nothing, for the last row of a page. */
export const exactTime = (column: string) => `to_json(${column}) #>> '{}'`
