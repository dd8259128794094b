import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import buildValidators from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions, preValidationHookHandler } from 'fastify'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Validators = Extract<NonNullable<Compilers['buildValidator']>, (...given: never) => unknown>
type Serializers = NonNullable<Compilers['buildSerializer']>

const validators = buildValidators()
const serializers = buildSerializers()

/** The compilers of one server, and its hook before a request is checked. */
interface SchemaCompilers {
  readonly compilers: Compilers
  /**
   * Compiles what the first request of a route needs, each in its own turn: together with reading and answering the
   * request it held the process for more than 50 ms. Only what is refused is compiled when it happens.
   */
  readonly inTurns: preValidationHookHandler
}

/**
 * Fastify's own compilers, asked when a route is first called. There are hundreds of routes, and compiling what each takes
 * and gives was half of the time from the start to the first answer.
 *
 * Fastify may ask for a compiler with every route. It gets the same one: the schemas that routes refer to are the contract's,
 * so they are the same for each of them, and for each server of a process.
 */
export function compileAtFirstUse(): SchemaCompilers {
  /** What is still to be compiled, by route. A server that has stopped takes it along. */
  const uncompiled = new Map<string, (() => void)[]>()
  const beforeUse = ({ method, url }: Route, compile: () => void) => {
    const key = `${method} ${url}`
    uncompiled.set(key, [...(uncompiled.get(key) ?? []), compile])
  }
  return {
    compilers: {
      buildValidator: ((externalSchemas: never, options: never) => {
        compileValidator ??= once(validators(externalSchemas, options) as (route: Route) => Validate)
        const compile = compileValidator
        return (route: Route) => {
          let compiled: Validate | undefined
          const validate: Validate = value => {
            compiled ??= compile(route)
            const valid = compiled(value)
            validate.errors = compiled.errors
            return valid
          }
          beforeUse(route, () => {
            compiled ??= compile(route)
          })
          return validate
        }
      }) as Validators,
      buildSerializer: ((externalSchemas, options) => {
        compileSerializer ??= once(route =>
          serializers(referredTo(route.schema, externalSchemas as Named), options)(route),
        )
        const compile = compileSerializer
        return route => {
          let compiled: ReturnType<typeof compile> | undefined
          if (route.httpStatus?.startsWith('2'))
            beforeUse(route, () => {
              compiled ??= compile(route)
            })
          return value => {
            compiled ??= compile(route)
            return compiled(value)
          }
        }
      }) satisfies Serializers,
    },
    inTurns(request, _reply, done) {
      const { method, url } = request.routeOptions
      const key = `${method} ${url}`
      const left = uncompiled.get(key)
      if (left === undefined) return done()
      void (async () => {
        for (const compile of left) {
          await setImmediate()
          compile()
        }
        uncompiled.delete(key)
        await setImmediate()
      })().then(() => done(), done)
    },
  }
}

let compileValidator: ((route: Route) => Validate) | undefined
let compileSerializer: ReturnType<Serializers> | undefined

/** What many routes share, such as the answer to a wrong key, is compiled for the first of them. */
function once<R extends Route, T>(compile: (route: R) => T): (route: R) => T {
  const compiledBefore = new Map<string, T>()
  return route => {
    const key = hash('sha256', JSON.stringify(route.schema))
    const known = compiledBefore.get(key)
    if (known !== undefined) return known
    const compiled = compile(route)
    compiledBefore.set(key, compiled)
    return compiled
  }
}

type Named = Readonly<Record<string, unknown>>

/**
 * The named schemas that a schema refers to, itself or by others. Compiling a serialiser copies and checks every schema that it is given:
 * with all of them it held the process for 20 ms even for the smallest answer.
 */
function referredTo(schema: unknown, named: Named, found: Record<string, unknown> = {}): typeof found {
  if (schema === null || typeof schema !== 'object') return found
  for (const [key, value] of Object.entries(schema)) {
    const name = key === '$ref' && typeof value === 'string' ? value.replace('#', '') : undefined
    if (name === undefined || !(name in named)) referredTo(value, named, found)
    else if (!(name in found)) {
      found[name] = named[name]
      referredTo(named[name], named, found)
    }
  }
  return found
}

interface Route {
  readonly schema?: unknown
  readonly method: string
  readonly url: string
}

/** What Fastify uses of a validator of Ajv's. */
interface Validate {
  (value: unknown): unknown
  errors?: unknown
}
