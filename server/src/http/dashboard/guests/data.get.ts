import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { exportGuest } from '#guests/export-guest.ts'
import { currentGuest } from '#guests/merge/current-guest.ts'
import { recordAudit } from '#organisations/audit.ts'
import { readClock } from '#runs/load/read-clock.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { requireId } from '../edge/require-id.ts'

export default bind(
  dashboard.exportGuest,
  ({ database }) =>
    async ({ member: { organisationId, email: actor }, params }, reply) => {
      const asked = requireId(params.id, 'guest_not_found')
      return inTenant(database, organisationId, async tx => {
        const id = await currentGuest(tx, organisationId, asked)
        const [stored, now] = await Promise.all([exportGuest(tx, organisationId, id), readClock(tx)])
        if (stored === undefined) throw new Refusal('guest_not_found')
        // Not by whom it is about: the audit is for ever, and they may be erased.
        await recordAudit(tx, organisationId, { actor, action: 'guest.exported', subject: 'a guest' })
        reply.header('content-disposition', 'attachment; filename="guest.json"')
        return { exported_at: now.toISOString(), stored }
      })
    },
)
