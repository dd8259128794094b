import { isUtf8 } from 'node:buffer'
import { MOST_EVENTS } from '@millrace/contract/sent-event'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GiveTurn } from '#base/turns.ts'
import { contentEncoding } from '../../edge/content-encoding.ts'
import { addFault, shortened } from '../../edge/faults.ts'
import { DEEPEST, readJson } from '../../edge/json-text.ts'
import { Refusal } from '../../refusal.ts'
import { isBlank, isList, splitList } from './split-list.ts'

/** An entry as it was sent: a value, or why it cannot be read. */
export type ReadEntry =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

export interface ReadEntries {
  readonly entries: ReadEntry[]
  /** It was sent as one object, not as a list of one. */
  readonly single: boolean
}

export const NDJSON = 'application/x-ndjson'
/** An entry may be as large as a whole request elsewhere. */
const LARGEST_ENTRY = 64 * 1024

/** The bytes of a body that holds several entries are read by `readEntries`, piece by piece. */
export function acceptEntries(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(['application/json', NDJSON], { parseAs: 'buffer' }, (request, bytes, done) => {
    const encoding = contentEncoding(request)
    if (encoding === undefined) done(null, bytes)
    else done(new Refusal('unsupported_media_type', encoding))
  })
}

/** Reads a body of one or many entries. What makes the whole of it unreadable is thrown. */
export async function readEntries(request: FastifyRequest, giveTurn: GiveTurn): Promise<ReadEntries> {
  const bytes = (request.body ?? Buffer.alloc(0)) as Buffer
  if (!isUtf8(bytes)) throw invalidJson('it is not UTF-8')
  const isLines = request.headers['content-type']?.toLowerCase().startsWith(NDJSON) ?? false
  const list = isLines ? splitLines(bytes) : splitList(bytes, MOST_EVENTS)
  if (list === undefined && isList(bytes)) throw wholeFault(bytes)
  // Not a list: then it is one object, or not JSON at all.
  const pieces = list ?? [bytes]
  if (pieces.length === 0) throw faulty('body', 'must have at least one event')
  if (pieces.length > MOST_EVENTS) throw faulty('body', `must have at most ${MOST_EVENTS} events`)
  const entries: ReadEntry[] = []
  for (const piece of pieces) {
    const entry = readEntry(piece)
    // A line that is not JSON is a bad entry. A list with something in it that is not JSON is no list.
    if (!isLines && entry.kind === 'refused' && entry.refusal.code === 'invalid_json') throw wholeFault(bytes)
    entries.push(entry)
    await giveTurn()
  }
  return { entries, single: list === undefined }
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length && lines.length <= MOST_EVENTS; ) {
    const end = bytes.indexOf(10, from)
    const line = bytes.subarray(from, end === -1 ? bytes.length : end)
    if (!isBlank(line)) lines.push(line)
    from = end === -1 ? bytes.length : end + 1
  }
  return lines
}

function readEntry(bytes: Buffer): ReadEntry {
  if (bytes.length > LARGEST_ENTRY) {
    const message = 'The event is larger than 64 KiB.'
    return { kind: 'refused', refusal: new Refusal('payload_too_large', { message }) }
  }
  const reading = readJson(bytes)
  switch (reading.kind) {
    case 'read':
      return reading
    case 'too_deep':
      return refused('event', `must not be nested more than ${DEEPEST} levels deep`)
    case 'repeated_key':
      return refused(shortened(reading.path) || 'event', 'is given more than once')
    default:
      return { kind: 'refused', refusal: new Refusal('invalid_json') }
  }
}

/** Where the whole body stops being JSON. It takes as long as reading all of it, so in a long one it is not looked for. */
function wholeFault(bytes: Buffer): Refusal {
  if (bytes.length > LARGEST_ENTRY) return new Refusal('invalid_json')
  const reading = readJson(bytes)
  if (reading.kind !== 'not_json') return new Refusal('invalid_json')
  return invalidJson(`see line ${reading.at.line}, column ${reading.at.column}`)
}

const invalidJson = (why: string) =>
  new Refusal('invalid_json', { message: `The body is not readable JSON: ${why}.` })

function faulty(path: string, sentence: string): Refusal {
  const errors = {}
  addFault(errors, path, sentence)
  return new Refusal('validation_failed', { errors })
}

const refused = (path: string, sentence: string): ReadEntry => ({
  kind: 'refused',
  refusal: faulty(path, sentence),
})
