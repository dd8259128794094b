import { dashboard } from '@millrace/contract/operations/dashboard'
import { eventSentences } from '#dashboard/events/event-sentences.ts'
import { readNames } from '#dashboard/workflows/read-names.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { asDryRun } from '../edge/dry-run.ts'
import { Refusal } from '../refusal.ts'

export default bind(dashboard.sendTestEvent, ({ database, acceptEvent, metrics }) => async request => {
  const { organisationId, email: actor, serials: sight } = request.member
  const { body } = checkedBody(request, dashboard.sendTestEvent)
  const { dry_run: dryRun = false } = body
  const parameters = body.parameters ?? {}
  const serials = [...new Set(body.serials ?? [])]
  refuseUnseen(serials, sight)
  const accepted = await acceptEvent(
    {
      organisationId,
      keyId: null,
      guestId: body.guest_id.toLowerCase(),
      event: {
        source: Object.hasOwn(parameters, 'source') ? (parameters.source as string) : null,
        serials,
        parameters,
      },
      warnings: [],
    },
    { dryRun },
  )
  if (accepted.kind !== 'accepted') throw new Refusal('guest_not_found')
  const { message, event } = dryRun ? asDryRun(accepted.answer) : accepted.answer
  if (!dryRun) metrics.eventsAccepted.inc({ status: event.status })
  const names = await inTenant(database, organisationId, async tx => {
    if (!dryRun) await recordAudit(tx, organisationId, { actor, action: 'event.sent', subject: event.id })
    return readNames(tx, organisationId)
  })
  return { message, event, sentences: eventSentences(event, [], names) }
})

function refuseUnseen(serials: readonly string[], sight: readonly string[] | null): void {
  const unseen = sight === null ? [] : serials.filter(serial => !sight.includes(serial))
  if (unseen.length === 0) return
  throw new Refusal('validation_failed', {
    errors: { serials: unseen.map(serial => `has "${serial}", which is no venue of yours`) },
  })
}
