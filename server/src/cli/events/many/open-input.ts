import { createReadStream, statSync } from 'node:fs'
import { Failure } from '../../terminal/failure.ts'

export type Input =
  /** The file is one JSON value, or one line. */
  | { readonly kind: 'one'; readonly text: string }
  /** Each line is an event. `size` in bytes, where it is known beforehand. */
  | { readonly kind: 'many'; readonly chunks: AsyncIterable<Uint8Array>; readonly size: number | undefined }

/** An event has 64 KiB at most. What is longer than a few of them, however generously spaced, is not one event. */
const LONGEST_EVENT = 256 * 1024

/**
 * Whether a file, or stdin for -, holds one event or many. Reads no further than it takes to know: a program that
 * writes line after line into a pipe may never end.
 */
export async function openInput(path: string): Promise<Input> {
  const stream = path === '-' ? process.stdin : createReadStream(path)
  const chunks = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  try {
    for (let length = 0; length <= LONGEST_EVENT && !isOneLineAndMore(first); ) {
      const { value, done } = await chunks.next()
      if (done) return judge(Buffer.concat(first))
      first.push(value)
      length += value.length
    }
  } catch (error) {
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  return { kind: 'many', chunks: followedBy(first, chunks), size: sizeOf(path) }
}

/** The first line is JSON, and there is something behind it. */
function isOneLineAndMore(read: readonly Uint8Array[]): boolean {
  const [, line = '', more] = /^\s*(\S.*)\n\s*(\S)/.exec(textOf(Buffer.concat(read))) ?? []
  return more !== undefined && isJson(line)
}

const textOf = (bytes: Buffer) => bytes.toString().replace(/^\ufeff/, '')

function judge(whole: Buffer): Input {
  const text = textOf(whole)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  if (lines.length <= 1 || isJson(text)) return { kind: 'one', text }
  return { kind: 'many', chunks: followedBy([whole]), size: whole.length }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function* followedBy(
  first: readonly Uint8Array[],
  rest?: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first
  for (let next = await rest?.next(); next !== undefined && !next.done; next = await rest?.next()) {
    yield next.value
  }
}

function sizeOf(path: string): number | undefined {
  const file = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
  return file?.isFile() ? file.size : undefined
}
