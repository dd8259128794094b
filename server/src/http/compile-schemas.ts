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
    const compile = validators(externalSchemas, options) as (route: unknown) => Validate
    return (route: unknown) => {
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
    const compile = serializers(externalSchemas, options)
    return route => {
      let compiled: ReturnType<typeof compile> | undefined
      return value => {
        compiled ??= compile(route)
        return compiled(value)
      }
    }
  }) satisfies Serializers,
}

/** What Fastify uses of a validator of Ajv's. */
interface Validate {
  (value: unknown): unknown
  errors?: unknown
}
