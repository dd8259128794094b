import { WrittenBlocks } from '@millrace/contract/email-blocks'
import { WorkflowNode } from '@millrace/contract/node'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { health } from '@millrace/contract/operations/health'
import { links } from '@millrace/contract/operations/links'
import { oauth } from '@millrace/contract/operations/oauth'
import type { Operation } from '@millrace/contract/operations/operation'
import { v1 } from '@millrace/contract/operations/v1'
import { WorkflowDefinition } from '@millrace/contract/workflow'
import { WorkflowFile } from '@millrace/contract/workflow-management'

/** Every place in the bodies of requests where a caller writes text, read from the operations themselves. */

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
}

/** One text in a body, or the key of one. */
export interface TextField {
  /** As `PATCH /dashboard/api/guests/:id tags[]`. */
  readonly name: string
  readonly maxLength: number
  accepts(text: string): boolean
}

/** A field as a body has filled it in: what stands there, and the way to it. */
export interface FilledField extends TextField {
  readonly text: string
  readonly way: readonly (string | number)[]
}

/** What a browser says about a passkey: texts, of which these stand for all. */
const passkey = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    response: { type: 'object', properties: { clientDataJSON: { type: 'string' } } },
  },
} satisfies Schema

/** A comparison, whose texts stand for those of all conditions. */
const comparison = {
  type: 'object',
  properties: { field: { type: 'string', maxLength: 250 }, value: { type: 'string', maxLength: 2048 } },
} satisfies Schema

/** A mapping, whose source and parameters stand for its texts: paths are read as paths. */
const mapping = {
  type: 'object',
  properties: {
    source: { type: 'string', minLength: 1, maxLength: 100 },
    parameters: {
      type: 'object',
      propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
      additionalProperties: {
        type: 'object',
        properties: { constant: { type: 'string', maxLength: 2048 } },
      },
    },
  },
} satisfies Schema

const template = { type: 'string', minLength: 1, maxLength: 500 } satisfies Schema

/** The content of a whole e-mail that is saved, which has everything that saved blocks have. */
const pieceContent = {
  type: 'object',
  properties: { subject: template, preview: template, blocks: WrittenBlocks as Schema },
} satisfies Schema

/** Objects that a route takes as they come, and what it reads in them. */
const messages = {
  anyOf: WorkflowNode.anyOf.filter(({ properties: { type } }) => type.const.startsWith('send_')),
}

const openObjects: Readonly<Record<string, unknown>> = {
  'POST /dashboard/api/workflows file': WorkflowFile,
  'PUT /dashboard/api/workflows/:id/draft document': WorkflowDefinition,
  'POST /dashboard/api/workflows/:id/validate document': WorkflowDefinition,
  'POST /dashboard/api/workflows/:id/simulate document': WorkflowDefinition,
  'POST /dashboard/api/workflows/:id/test-message node': messages,
  'POST /v1/segments condition': comparison,
  'POST /v1/segments/preview condition': comparison,
  'PATCH /v1/segments/:id condition': comparison,
  'POST /dashboard/api/segments condition': comparison,
  'POST /dashboard/api/segments/preview condition': comparison,
  'PATCH /dashboard/api/segments/:id condition': comparison,
  'POST /dashboard/api/pieces content': pieceContent,
  'PATCH /dashboard/api/pieces/:key content': pieceContent,
  'POST /dashboard/api/connections/:id/preview mapping': mapping,
  'POST /dashboard/api/connections/:id/mapping/check mapping': mapping,
  'PUT /dashboard/api/connections/:id/mapping mapping': mapping,
  'POST /dashboard/api/session/confirm passkey': passkey,
  'POST /dashboard/api/session/passkey passkey': passkey,
  'POST /dashboard/api/session/second-factor passkey': passkey,
  'POST /dashboard/api/profile/passkeys passkey': passkey,
}

const operations: readonly Operation[] = [v1, health, dashboard, oauth, links].flatMap(catalogue =>
  Object.values<Operation>(catalogue),
)
const bodies: ReadonlyMap<string, Schema> = new Map(
  operations.flatMap(({ method, path, body }) =>
    body === undefined ? [] : [[`${method} ${path}`, body as Schema] as const],
  ),
)

interface Place {
  readonly name: string
  readonly way: readonly (string | number)[]
  readonly given: { readonly value: unknown } | undefined
  readonly definitions: Readonly<Record<string, Schema>>
  /** The references on the way here, and what they were met as. */
  readonly met: Readonly<Record<string, string>>
}

type Found = TextField & Partial<FilledField>

function* texts(schema: Schema, place: Place): Generator<Found> {
  const { given } = place
  if (schema.$ref !== undefined) {
    // A condition in a condition has the fields of a condition, by the names of the outermost.
    const outermost = place.met[schema.$ref]
    if (given === undefined && outermost !== undefined) return
    const name = outermost ?? place.name
    const definitions = { ...place.definitions, ...schema.$defs }
    const target = definitions[schema.$ref]
    if (target === undefined) throw new Error(`${place.name}: there is no schema called ${schema.$ref}`)
    yield* texts(target, { ...place, name, definitions, met: { ...place.met, [schema.$ref]: name } })
  } else if (schema.anyOf !== undefined) {
    const fitting =
      given === undefined
        ? schema.anyOf
        : schema.anyOf.filter(one => fits(one, given.value, place.definitions))
    for (const one of fitting) yield* texts(one, { ...place, name: place.name + kindOf(one) })
  } else if (has(schema, 'object')) yield* textsOfObject(schema, place)
  else if (has(schema, 'array') && schema.items !== undefined) {
    const items = given === undefined ? [undefined] : Array.isArray(given.value) ? given.value : []
    for (const [at, value] of items.entries()) {
      yield* texts(schema.items, {
        ...place,
        name: `${place.name}[]`,
        way: [...place.way, at],
        given: given && { value },
      })
    }
  } else if (has(schema, 'string') && schema.enum === undefined && schema.const === undefined) {
    if (given === undefined) yield fieldOf(schema, place.name)
    else if (typeof given.value === 'string') {
      yield { ...fieldOf(schema, place.name), text: given.value, way: place.way }
    }
  }
}

function* textsOfObject(schema: Schema, place: Place): Generator<Found> {
  const { properties = {}, patternProperties = {}, additionalProperties: more, propertyNames } = schema
  const { given } = place
  const inside = (given?.value ?? {}) as Record<string, unknown>
  for (const [key, part] of Object.entries(properties)) {
    if (given === undefined || inside[key] !== undefined) yield* texts(part, within(place, `.${key}`, key))
  }
  const open = [
    ...Object.entries(patternProperties).map(([pattern, value]) => [{ pattern }, value] as const),
    ...(typeof more === 'object' ? [[propertyNames ?? {}, more] as const] : []),
  ]
  const keys = Object.keys(inside).filter(key => !Object.hasOwn(properties, key))
  for (const [keySchema, value] of open) {
    for (const key of given === undefined ? ['*'] : keys) {
      const field = fieldOf(keySchema, `${place.name} key`)
      yield given === undefined ? field : { ...field, text: key, way: place.way }
      yield* texts(value, within(place, '.*', key))
    }
  }
  if (more === true && open.length === 0 && Object.keys(properties).length === 0) {
    const read = openObjects[place.name]
    if (read === undefined) throw new Error(`say in openObjects of text-fields.ts what is in ${place.name}`)
    yield* texts(read as Schema, place)
  }
}

const within = (place: Place, suffix: string, key: string): Place => ({
  ...place,
  // Between the route and what is in its body stands a space.
  name: place.name.includes(' ', place.name.indexOf('/'))
    ? place.name + suffix
    : `${place.name} ${suffix.slice(1)}`,
  way: [...place.way, key],
  given: place.given && { value: (place.given.value as Record<string, unknown>)[key] },
})

const has = ({ type }: Schema, wanted: string): boolean => [type].flat().includes(wanted)

/** What distinguishes one of several, as the type of a node. */
function kindOf({ properties = {} }: Schema): string {
  const constants = Object.values(properties).flatMap(part => (part.const === undefined ? [] : [part.const]))
  return constants.length === 0 ? '' : `(${constants.join()})`
}

function fits(schema: Schema, value: unknown, definitions: Readonly<Record<string, Schema>>): boolean {
  if (schema.$ref !== undefined) {
    const all = { ...definitions, ...schema.$defs }
    return fits(all[schema.$ref] as Schema, value, all)
  }
  if (schema.anyOf !== undefined) return schema.anyOf.some(one => fits(one, value, definitions))
  if (Array.isArray(value)) return has(schema, 'array')
  if (value === null || typeof value !== 'object') {
    if (schema.const !== undefined) return schema.const === value
    return has(schema, value === null ? 'null' : typeof value)
  }
  if (!has(schema, 'object')) return false
  const { required = [], properties = {} } = schema
  return (
    required.every(key => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, part]) => {
      const known = properties[key]
      if (known === undefined) return schema.additionalProperties !== false
      return known.const === undefined || known.const === part
    })
  )
}

function fieldOf({ pattern, format, minLength = 0, maxLength = 1_000 }: Schema, name: string): TextField {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  return {
    name,
    maxLength,
    accepts: text =>
      format === undefined &&
      text.length >= minLength &&
      text.length <= maxLength &&
      (shape === undefined || shape.test(text)),
  }
}

const whole = (route: string): Place => ({
  name: route,
  way: [],
  given: undefined,
  definitions: {},
  met: {},
})

/** Every text field of every body that the server takes. */
export function everyTextField(): ReadonlyMap<string, TextField> {
  const fields = [...bodies].flatMap(([route, body]) => [...texts(body, whole(route))])
  return new Map(fields.map(field => [field.name, field]))
}

/** The text fields of one body, as they are filled in. The route is named as the server does. */
export function filledFields(route: string, body: unknown): FilledField[] {
  const schema = bodies.get(route)
  if (schema === undefined) return []
  return [...texts(schema, { ...whole(route), given: { value: body } })] as FilledField[]
}
