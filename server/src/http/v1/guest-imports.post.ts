import { fitsKind, type GuestImportRequest, targetPattern } from '@millrace/contract/guest-import'
import { v1 } from '@millrace/contract/operations/v1'
import { createImport } from '#jobs/import/imports.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { addFault } from '../edge/faults.ts'
import { idempotentRequest } from '../edge/idempotency-key.ts'
import { writeOnce } from '../edge/write-once.ts'
import { type Faults, Refusal } from '../refusal.ts'
import { actorOf, importAnswer } from './guest-imports/shared.ts'
import { organisationFacts } from './guests/outside.ts'

export default bind(v1.createGuestImport, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const { body, idempotency } = checkedBody(request, v1.createGuestImport, faults => {
    const at = (request.body as { consent?: { at?: unknown } | null } | null)?.consent?.at
    if (typeof at === 'string' && Date.parse(at) > Date.now() + 60_000)
      addFault(faults, 'consent.at', 'must not be in the future')
    kindFaults(request.body, faults)
    return idempotentRequest(request, 'guest-imports', request.body, faults)
  })
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const { venues, meanings } = await organisationFacts(parts, tx, organisationId)
      if (body.serial != null && !venues.has(body.serial)) {
        const errors: Faults = { serial: ['is not a venue of the organisation'] }
        throw new Refusal('validation_failed', { errors })
      }
      if (body.kind === 'visits' && !meanings.has(body.source ?? '')) {
        const errors: Faults = { source: ['is not declared: say first what its events are, such as visits'] }
        throw new Refusal('validation_failed', { errors })
      }
      const created = await createImport(tx, organisationId, body, actorOf(request.identity))
      return {
        status: 201,
        location: `${parts.config.baseUrl}/v1/guest-imports/${created.id}`,
        answer: importAnswer('Send the file in parts, then start the import.', created),
      }
    },
  })
})

/** What is right in a file of guests need not be in a file of visits. */
function kindFaults(body: unknown, faults: Faults): void {
  const { kind, source, columns } = (body ?? {}) as Partial<GuestImportRequest>
  const isVisits = kind === 'visits'
  if (isVisits && !source) addFault(faults, 'source', 'is required for visits')
  if (!isVisits && source) addFault(faults, 'source', 'is only for visits')
  if (columns === null || typeof columns !== 'object') return
  for (const [column, target] of Object.entries(columns)) {
    if (
      typeof target === 'string' &&
      new RegExp(targetPattern).test(target) &&
      !fitsKind(target, kind ?? 'guests')
    )
      addFault(
        faults,
        `columns.${column}`,
        `${target} is not for a file of ${isVisits ? 'visits' : 'guests'}`,
      )
  }
}
