import { expect, test } from 'vitest'
import type { Operation } from './operation.ts'
import { v1 } from './v1.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const takesNull = ({ type, anyOf }: Schema): boolean =>
  [type].flat().includes('null') || (anyOf?.some(takesNull) ?? false)

/** By the path of each: whether it takes null. */
function optionalFields(schema: Schema, path: string): [path: string, takesNull: boolean][] {
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const own: [string, boolean][] = schema.required?.includes(name)
      ? []
      : [[`${path}.${name}`, takesNull(part)]]
    return [...own, ...optionalFields(part, `${path}.${name}`)]
  })
  const others = [
    ...(schema.anyOf ?? []),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
  ]
  return [...parts, ...others.flatMap(part => optionalFields(part, path))]
}

test('every optional field of a body may be null, except a source, which is text where it is named', () => {
  const found = Object.entries<Operation>(v1).flatMap(([name, { body, entries }]) =>
    optionalFields((body ?? entries ?? {}) as Schema, name),
  )
  expect(found.length).toBeGreaterThan(80)
  expect(found.filter(([, isTaken]) => !isTaken).map(([path]) => path)).toEqual([
    'sendIncomingEvent.parameters.source',
    'sendEvents.parameters.source',
  ])
})
