import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { findUndertaking } from '#undertakings/undertakings.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.readUndertaking,
  ({ database }) =>
    async ({ member: { organisationId }, params }) => {
      const id = requireId(params.id, 'undertaking_not_found')
      const found = await inTenant(database, organisationId, tx => findUndertaking(tx, organisationId, id))
      if (found === undefined) throw new Refusal('undertaking_not_found')
      return found
    },
)
