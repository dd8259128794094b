import { dashboard } from '@millrace/contract/operations/dashboard'
import { eventSentences } from '#dashboard/events/event-sentences.ts'
import { readNames } from '#dashboard/workflows/read-names.ts'
import { inTenant } from '#db/database.ts'
import { reachesVenues } from '#members/reach.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { asDryRun } from '../edge/dry-run.ts'
import { Refusal } from '../refusal.ts'
import { requireOwnGuest } from './edge/require-guest.ts'

export default bind(dashboard.sendTestEvent, ({ database, acceptEvent, metrics }) => async request => {
  const { organisationId, email: actor, serials: sight } = request.member
  const { body } = checkedBody(request, dashboard.sendTestEvent)
  const { dry_run: dryRun = false } = body
  const parameters = body.parameters ?? {}
  const serials = [...new Set(body.serials ?? [])]
  refuseUnseen(serials, sight)
  const guestId = body.guest_id.toLowerCase()
  // Before it happens: an event at one's own venue would make anyone a guest of that venue.
  if (sight !== null)
    await inTenant(database, organisationId, tx => requireOwnGuest(tx, request.member, guestId))
  const accepted = await acceptEvent(
    {
      organisationId,
      keyId: null,
      guestId,
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
  if (reachesVenues(sight, serials)) return
  const unseen = serials.filter(serial => !sight?.includes(serial))
  const sentences = unseen.map(serial => `has "${serial}", which is no venue of yours`)
  // What names no venue starts workflows of every venue.
  if (serials.length === 0) sentences.push('must name a venue of yours')
  throw new Refusal('validation_failed', { errors: { serials: sentences } })
}
