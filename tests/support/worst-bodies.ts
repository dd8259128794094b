import type { Operation } from '@millrace/contract/operations/operation'
import { newId } from '../../server/src/base/ids.ts'

/** The largest bodies that an operation takes, made from its own schema: as it wants them, and as it does not. */

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

const USUAL_LIMIT = 64 * 1024
/** As many as a body may have, in `server/src/http/edge/json-body.ts`. */
const MOST_VALUES = 49_000
const DEEPEST = 60

/** Where the schema leaves it open, the handler reads it: as many short texts as there is room for. */
const ANYTHING: Schema = { type: 'string', maxLength: 8 }

interface Room {
  bytes: number
  values: number
}
type Leaf = (schema: Schema, room: Room) => unknown
type Definitions = Readonly<Record<string, Schema>>

/** What fits; a text as long as it may be. */
const right: Leaf = (
  { format, pattern, maxLength = 2_000, enum: words, const: only, type, maximum },
  room,
) => {
  if (only !== undefined) return only
  if (words !== undefined) return words[0]
  const [kind] = [type].flat().filter(one => one !== 'null')
  if (kind === 'boolean') return true
  if (kind === 'integer' || kind === 'number') return maximum ?? 1
  if (format === 'uuid') return newId()
  if (format?.startsWith('date')) return '2026-01-01T00:00:00Z'
  const long = 'a'.repeat(Math.max(1, Math.min(maxLength, room.bytes)))
  if (pattern === undefined) return long
  // A pattern that could take long is to take long here, and not while the body is made.
  return new RegExp(pattern, 'u').test('aaaa') ? long : 'a@a.example'
}

/** What never fits, so that every place in the body is a fault. */
const wrong: Leaf = () => [[]]

/** Short, so that there is room for many: most texts must not be empty, and nothing else is one. */
const empty: Leaf = () => ''

/** The same, for lists and objects that are longer than they may be. */
const withoutLimits = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'maxItems' || key === 'maxProperties' ? undefined : value,
    ),
  )

function fill(schema: Schema, leaf: Leaf, room: Room, definitions: Definitions = {}, depth = 0): unknown {
  const known = schema.$defs === undefined ? definitions : { ...definitions, ...schema.$defs }
  if (schema.$ref !== undefined) {
    const target = known[schema.$ref]
    return target === undefined || depth > DEEPEST ? null : fill(target, leaf, room, known, depth + 1)
  }
  if (schema.anyOf !== undefined) {
    // Lists and objects have more in them than texts and nothing.
    const weight = ({ type, properties, $ref }: Schema) =>
      type === 'array'
        ? 3
        : properties !== undefined || type === 'object' || $ref
          ? 2
          : type === 'null'
            ? 0
            : 1
    const [first] = schema.anyOf.toSorted((one, other) => weight(other) - weight(one))
    return fill(first as Schema, leaf, room, known, depth + 1)
  }
  if (schema.type === 'array') {
    const items: unknown[] = []
    for (let at = 0; at < (schema.maxItems ?? MOST_VALUES) && room.bytes > 0 && room.values > 0; at++) {
      const share = { bytes: Math.min(room.bytes, 2_000), values: room.values }
      const before = { ...share }
      items.push(fill(schema.items ?? {}, leaf, share, known, depth + 1))
      room.bytes -= before.bytes - share.bytes
      room.values -= before.values - share.values
    }
    return items
  }
  if (schema.type === 'object' || schema.properties !== undefined) {
    const filled: Record<string, unknown> = {}
    for (const [key, part] of Object.entries(schema.properties ?? {})) {
      if (room.bytes <= 0) break
      room.bytes -= key.length + 4
      filled[key] = fill(part, leaf, room, known, depth + 1)
    }
    const more = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
    if (more === undefined || more === false) return filled
    for (let at = 0; at < (schema.maxProperties ?? MOST_VALUES) && room.bytes > 0 && room.values > 0; at++) {
      room.bytes -= 12
      filled[`k${at}`] = fill(typeof more === 'object' ? more : ANYTHING, leaf, room, known, depth + 1)
    }
    return filled
  }
  const value = leaf(schema, room)
  room.bytes -= typeof value === 'string' ? value.length + 4 : 8
  room.values--
  return value
}

/** By what they are. Each as text, and no longer than the operation takes. */
export function worstBodies({ body, entries, bodyLimit = USUAL_LIMIT }: Operation): Record<string, string> {
  const room = () => ({ bytes: bodyLimit * 0.9, values: MOST_VALUES })
  const list = { type: 'array', items: entries, maxItems: 500 } as Schema
  const schema = (
    entries === undefined ? (body ?? { type: 'object', additionalProperties: true }) : list
  ) as Schema
  const cut = (text: string) => (text.length > bodyLimit ? '{}' : text)
  const keys = Math.min(MOST_VALUES, Math.floor(bodyLimit / 14))
  return {
    'as it wants it': cut(JSON.stringify(fill(schema, right, room()))),
    'wrong everywhere': cut(JSON.stringify(fill(schema, wrong, room()))),
    'longer than it may be': cut(JSON.stringify(fill(withoutLimits(schema), empty, room()))),
    'of unknown names': `{${Array.from({ length: keys }, (_, at) => `"k${at}":[]`).join()}}`.slice(
      0,
      bodyLimit,
    ),
    'as deep as it goes': `{"a":${'[{"a":'.repeat(Math.floor(bodyLimit / 8))}`,
  }
}
