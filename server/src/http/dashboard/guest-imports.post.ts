import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { importFaults, prepareImport } from '../edge/guest-import.ts'
import { requireEveryVenue } from './edge/every-venue.ts'
import { answerOf } from './guest-imports/shared.ts'

export default bind(dashboard.prepareImport, parts => async (request, reply) => {
  const { member } = request
  requireEveryVenue(member)
  const { body } = checkedBody(request, dashboard.prepareImport, faults => {
    importFaults(request.body, faults)
    return undefined
  })
  reply.code(201)
  return answerOf(parts, member, 'Import prepared.', tx =>
    prepareImport(tx, parts, member.organisationId, body, member.email),
  )
})
