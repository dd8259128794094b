import type { ScanToken } from 'libpg-query'

interface Insertion {
  readonly start: number
  readonly end: number
  readonly text: string
}

const ENDS: ReadonlySet<string> = new Set([
  'WHERE',
  'RETURNING',
  'GROUP',
  'ORDER',
  'LIMIT',
  'OFFSET',
  'FOR',
  'ON',
  ';',
])

/** The text of a statement with its tokens, by their places in it, and what is to be inserted. */
export class MarkedText {
  readonly #tokens: readonly ScanToken[]
  readonly #depths: readonly number[]
  /** Places are counted in bytes. */
  readonly #bytes: Buffer
  readonly #insertions: Insertion[] = []

  constructor(text: string, tokens: readonly ScanToken[]) {
    this.#tokens = tokens.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'))
    this.#depths = depthsOf(this.#tokens)
    this.#bytes = Buffer.from(text)
  }

  /** The number of the last parameter. */
  get parameters(): number {
    const given = this.#tokens.filter(({ tokenName }) => tokenName === 'PARAM')
    return Math.max(0, ...given.map(({ text }) => Number(text.slice(1))))
  }

  /** The index of the token that begins at a place. */
  at(place: number): number {
    return this.#tokens.findIndex(({ start }) => start === place)
  }

  /** What stands from one token to before another. */
  between(from: number, to: number): string {
    const { start, end } = this.#span(from, to)
    return this.#bytes.subarray(start, end).toString()
  }

  replace(from: number, to: number, text: string): void {
    this.#insertions.push({ ...this.#span(from, to), text })
  }

  putAfter(index: number, text: string): void {
    const { end } = this.#tokens[index] as ScanToken
    this.#insertions.push({ start: end, end, text })
  }

  putBefore(index: number, text: string): void {
    const start = this.#tokens[index]?.start ?? this.#bytes.length
    this.#insertions.push({ start, end: start, text })
  }

  putLast(text: string): void {
    this.putBefore(this.#tokens.length, text)
  }

  /** The next of these words in the query that the token `from` belongs to. */
  next(word: string, from: number): number {
    return this.#find(from, text => text === word)
  }

  /** Behind the clause that begins at `from`: where the next begins that can follow it, or the query ends. */
  endOfClause(from: number): number {
    return this.#find(from, text => ENDS.has(text))
  }

  /** Behind an item of what is selected. */
  endOfItem(from: number): number {
    return this.#find(from, text => text === ',' || text === 'FROM' || ENDS.has(text))
  }

  /** The bracket that closes what the token `from` is in. */
  endOfQuery(from: number): number {
    return this.#find(from, () => false)
  }

  toString(): string {
    const parts: Buffer[] = []
    let place = 0
    for (const { start, end, text } of this.#insertions.sort((one, other) => one.start - other.start)) {
      parts.push(this.#bytes.subarray(place, start), Buffer.from(text))
      place = end
    }
    return Buffer.concat([...parts, this.#bytes.subarray(place)]).toString()
  }

  #span(from: number, to: number): { start: number; end: number } {
    return { start: (this.#tokens[from] as ScanToken).start, end: (this.#tokens[to - 1] as ScanToken).end }
  }

  #find(from: number, is: (text: string) => boolean): number {
    const depth = this.#depths[from] as number
    for (let index = from + 1; index < this.#tokens.length; index++) {
      const here = this.#depths[index] as number
      if (here < depth) return index
      // IS DISTINCT FROM is no clause.
      if (here === depth && this.#textAt(index - 1) !== 'DISTINCT' && is(this.#textAt(index))) return index
    }
    return this.#tokens.length
  }

  #textAt(index: number): string {
    return (this.#tokens[index] as ScanToken).text.toUpperCase()
  }
}

/** How many brackets are open at each token; one belongs to what is outside of it. */
function depthsOf(tokens: readonly ScanToken[]): number[] {
  let depth = 0
  return tokens.map(({ text }) => {
    if (text === ')' || text === ']') depth--
    const here = depth
    if (text === '(' || text === '[') depth++
    return here
  })
}
