import type { FastifyRequest } from 'fastify'
import type { IdempotentRequest } from '#idempotency/idempotency.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { faultsOf } from './faults.ts'
import { unstorableFaults } from './parameter-faults.ts'

/**
 * The body, after everything that can be wrong with it was looked for: by the schema, by what a schema cannot say,
 * and in the Idempotency-Key. All faults are told at once. Needs a route with attachValidation.
 */
export function checkedBody<Body>(
  request: FastifyRequest,
  readKey: (faults: Faults) => IdempotentRequest | undefined = () => undefined,
): { body: Body; idempotency: IdempotentRequest | undefined } {
  const { validationError } = request
  const faults: Faults =
    validationError === undefined
      ? {}
      : faultsOf(validationError.validation ?? [], validationError.validationContext ?? 'body')
  unstorableFaults(request.body, '', faults)
  const idempotency = readKey(faults)
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  return { body: request.body as Body, idempotency }
}
