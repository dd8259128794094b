export interface Position {
  /** Both count from 1. */
  readonly line: number
  readonly column: number
}

export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
