export interface Line {
  /** From 1 on, as editors count. */
  readonly number: number
  /** Undefined where the line cannot be read; `fault` says why. */
  readonly text: string | undefined
  readonly fault: string | undefined
  /** How many bytes of the input lie before the line's end. */
  readonly end: number
}

/** Far more than an event may have: a file of another kind is refused, and does not fill the memory. */
const LONGEST = 1024 * 1024

const NEWLINE = 0x0a

/** The lines of an input as they come, but for empty ones. Never holds more than one line and one chunk. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  let end = 0
  let parts: Uint8Array[] = []
  let length = 0
  const take = (part: Uint8Array) => {
    length += part.length
    if (length <= LONGEST) parts.push(part)
    else parts = []
  }
  const finish = (): Line => {
    const line = decode(parts, length > LONGEST)
    parts = []
    length = 0
    number += 1
    return { number, end, ...line }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at))
      end += at + 1 - from
      from = at + 1
      const line = finish()
      if (line.text !== '') yield line
    }
    take(chunk.subarray(from))
    end += chunk.length - from
  }
  const last = finish()
  if (last.text !== '') yield last
}

function decode(parts: readonly Uint8Array[], tooLong: boolean): Pick<Line, 'text' | 'fault'> {
  if (tooLong) return { text: undefined, fault: 'is longer than any event may be' }
  try {
    // The mark that some programs put at the beginning of a file goes with the decoding.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)).trim()
    return { text, fault: undefined }
  } catch {
    return { text: undefined, fault: 'is not text in UTF-8' }
  }
}
