import type { Body, Operation } from '@millrace/contract/operations/operation'
import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { IdempotentRequest } from '#idempotency/idempotency.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { faultsOf } from './faults.ts'
import { unstorableFaults } from './parameter-faults.ts'

/**
 * The body, after everything that can be wrong with the request was looked for: by its schemas, by what a schema
 * cannot say, and in the Idempotency-Key. All faults are reported at once. Fields that the schema does not name are
 * not looked at. An operation with a body is given also those that its
 * schema refuses, so that an address that does not exist is answered before its body.
 */
export function checkedBody<O extends Operation & { readonly body: TObject }>(
  request: FastifyRequest,
  { body: { properties } }: O,
  readKey: (faults: Faults) => IdempotentRequest | undefined = () => undefined,
): { body: Body<O>; idempotency: IdempotentRequest | undefined } {
  const faults: Faults = request.validationError === undefined ? {} : schemaFaults(request)
  for (const [field, value] of Object.entries(request.body ?? {})) {
    if (Object.hasOwn(properties, field)) unstorableFaults(value, field, faults)
  }
  const idempotency = readKey(faults)
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return { body: request.body as Body<O>, idempotency }
}

/** Fastify stops at the first part of a request that has faults; here each part is asked again. */
function schemaFaults(request: FastifyRequest): Faults {
  const parts = { body: request.body ?? null, querystring: request.query }
  const faults: Faults = {}
  for (const [part, value] of Object.entries(parts)) {
    const validate = request.getValidationFunction(part as 'body')
    if (validate === undefined || validate(value)) continue
    faultsOf(validate.errors ?? [], part, faults)
  }
  return faults
}
