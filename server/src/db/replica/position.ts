/** A position in the write-ahead log, as PostgreSQL writes it: 16/B374D848. */
export type Position = string

const PATTERN = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

export const isPosition = (text: string): text is Position => PATTERN.test(text)

/** After anything that was ever written: who has it is answered by the primary. */
export const NEVER_REACHED: Position = 'FFFFFFFF/FFFFFFFF'

/** Whether a server that has come to `one` has everything that was written before `other`. */
export const hasReached = (one: Position, other: Position): boolean => numberOf(one) >= numberOf(other)

function numberOf(position: Position): bigint {
  const [, high = '0', low = '0'] = PATTERN.exec(position) ?? []
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
