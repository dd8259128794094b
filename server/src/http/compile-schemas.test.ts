import fastify from 'fastify'
import { expect, test } from 'vitest'
import * as bindings from './bindings.ts'
import { compileAtFirstUse } from './compile-schemas.ts'
import { routeSchema } from './route-schema.ts'
import { namedSchemas, withReferences } from './schemas.ts'

/**
 * Schemas are compiled when an operation is first called, in one turn of the loop. How long that takes depends on the
 * machine, and what makes it long does not: the validators that a serialiser needs for its unions, each with its own
 * Ajv, and the number of subschemas, for each of which code is written.
 */
/** Those with about a hundred take less than 35 ms of a busy processor; 50 are too many. */
const MOST_SUBSCHEMAS = 120

const named = new Map(namedSchemas.map(schema => [(schema as { $id?: string }).$id, withReferences(schema)]))
const operations = Object.values(bindings)
  .flat()
  .map(({ operation }) => ({
    name: `${operation.method} ${operation.path}`,
    schema: routeSchema(operation, true),
  }))

const UNIONS = ['anyOf', 'oneOf', 'allOf', 'if', 'not']

interface Counted {
  subschemas: number
  unions: number
}

/** Named schemas count wherever they are referred to: none of them refers to itself. */
function counted(schema: unknown, sum: Counted = { subschemas: 0, unions: 0 }): Counted {
  if (schema === null || typeof schema !== 'object') return sum
  const { $ref } = schema as { readonly $ref?: string }
  if ($ref !== undefined) return counted(named.get($ref.replace('#', '')), sum)
  if ('type' in schema || 'const' in schema) sum.subschemas++
  sum.unions += UNIONS.filter(keyword => keyword in schema).length
  for (const part of Object.values(schema)) counted(part, sum)
  return sum
}

test('no answer has a union, for which its serialiser would compile validators', () => {
  const answers = operations.flatMap(({ name, schema }) =>
    Object.entries(schema.response as object).map(([status, answer]) => ({
      name: `${name} ${status}`,
      ...counted(answer),
    })),
  )
  expect(answers.length).toBeGreaterThan(500)
  expect(answers.filter(({ unions }) => unions > 0)).toEqual([])
})

test('no message of an operation is so large that compiling it would hold the process', () => {
  const messages = operations.flatMap(({ name, schema: { response, ...asked } }) =>
    Object.entries({ ...asked, ...(response as object) }).map(([part, schema]) => ({
      name: `${name} ${part}`,
      subschemas: counted(schema).subschemas,
    })),
  )
  expect(messages.filter(({ subschemas }) => subschemas > MOST_SUBSCHEMAS)).toEqual([])
})

test('the first request of a route is answered after its schemas were compiled, each in its own turn', async () => {
  const { compilers, inTurns } = compileAtFirstUse()
  const app = fastify({ schemaController: { compilersFactory: compilers } })
  app.addHook('preValidation', inTurns)
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  app.post(
    '/said',
    { schema: { body: text, querystring: { type: 'object' }, response: { 200: text } } },
    async ({ body }) => body,
  )
  const say = async (payload: object) => {
    let [turns, isAnswered] = [0, false]
    const count = () => {
      turns++
      if (!isAnswered) setImmediate(count)
    }
    count()
    const answer = await app.inject({ method: 'POST', url: '/said', payload })
    isAnswered = true
    return { status: answer.statusCode, body: answer.json() as unknown, turns }
  }
  await app.ready()
  const [first, both] = [await say({ text: 'a' }), await Promise.all([say({ text: 'b' }), say({})])]
  const later = await say({ text: 'c' })
  expect(first).toMatchObject({ status: 200, body: { text: 'a' } })
  expect(both).toMatchObject([{ status: 200 }, { status: 400 }])
  expect(first.turns - later.turns).toBeGreaterThanOrEqual(3)
  await app.close()
})
