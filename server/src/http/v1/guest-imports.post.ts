import { v1 } from '@millrace/contract/operations/v1'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { importFaults, prepareImport } from '../edge/guest-import.ts'
import { idempotentRequest } from '../edge/idempotency-key.ts'
import { writeOnce } from '../edge/write-once.ts'
import { actorOf, importAnswer } from './guest-imports/shared.ts'

export default bind(v1.createGuestImport, parts => async (request, reply) => {
  const { organisationId } = request.identity
  const { body, idempotency } = checkedBody(request, v1.createGuestImport, faults => {
    importFaults(request.body, faults)
    return idempotentRequest(request, 'guest-imports', request.body, faults)
  })
  return writeOnce(parts, reply, {
    organisationId,
    idempotency,
    async work(tx) {
      const created = await prepareImport(tx, parts, organisationId, body, actorOf(request.identity))
      return {
        status: 201,
        location: `${parts.config.baseUrl}/v1/guest-imports/${created.id}`,
        answer: importAnswer('Send the file in parts, then start the import.', created),
      }
    },
  })
})
