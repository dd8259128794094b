import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { bind } from '../bind.ts'
import { organisationFacts } from './guests/outside.ts'

export default bind(v1.listTopics, parts => async ({ identity: { organisationId } }) => {
  const { settings } = await inTenant(parts.database, organisationId, tx =>
    organisationFacts(parts, tx, organisationId),
  )
  return { data: settings.topics ?? [] }
})
