import { createHash } from 'node:crypto'
import buildValidators from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Validators = Extract<NonNullable<Compilers['buildValidator']>, (...given: never) => unknown>
type Serializers = NonNullable<Compilers['buildSerializer']>

const validators = buildValidators()
const serializers = buildSerializers()

/**
 * Fastify's own compilers, asked when a route is first called. There are more than a hundred routes, and compiling what
 * each takes and gives was half of the time from the start to the first answer.
 */
export const compileAtFirstUse: Compilers = {
  buildValidator: ((externalSchemas: never, options: never) => {
    const compile = once(validators(externalSchemas, options) as (route: Route) => Validate, [
      'validate',
      externalSchemas,
    ])
    return (route: Route) => {
      let compiled: Validate | undefined
      const validate: Validate = value => {
        compiled ??= compile(route)
        const valid = compiled(value)
        validate.errors = compiled.errors
        return valid
      }
      return validate
    }
  }) as Validators,
  buildSerializer: ((externalSchemas, options) => {
    const compile = once(serializers(externalSchemas, options), ['serialize', externalSchemas])
    return route => {
      let compiled: ReturnType<typeof compile> | undefined
      return value => {
        compiled ??= compile(route)
        return compiled(value)
      }
    }
  }) satisfies Serializers,
}

const compiledBefore = new Map<string, unknown>()

/** What many routes share, such as the answer to a wrong key, is compiled for the first of them. */
function once<R extends Route, T>(compile: (route: R) => T, kind: unknown): (route: R) => T {
  const prefix = digest(kind)
  return route => {
    const key = `${prefix} ${digest(route.schema)}`
    if (!compiledBefore.has(key)) compiledBefore.set(key, compile(route))
    return compiledBefore.get(key) as T
  }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

interface Route {
  readonly schema?: unknown
}

/** What Fastify uses of a validator of Ajv's. */
interface Validate {
  (value: unknown): unknown
  errors?: unknown
}
