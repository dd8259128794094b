import { links } from '@millrace/contract/operations/links'
import { inTenant } from '#db/database.ts'
import { lockCurrentGuest } from '#guests/merge/current-guest.ts'
import { updateGuest } from '#guests/update-guest.ts'
import { guestChanged } from '#runs/commands/guest-changed.ts'
import { readUnsubscribeToken } from '#runs/unsubscribe/unsubscribe-url.ts'
import { bind } from '../bind.ts'
import { findOrganisationName } from './organisation-name.ts'
import { donePage, pagePolicy, unknownPage } from './unsubscribe-page.ts'

/**
 * RFC 8058: sent by the guest's mail program without asking, or by the button of the page. Anyone with the address may
 * do this, from anywhere and as often as they like; a deleted guest gets no more e-mail either way.
 */
export default bind(links.unsubscribe, parts => async (request, reply) => {
  reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
  const subscription = readUnsubscribeToken(request.params.token, parts.secrets.unsubscribe)
  if (subscription === undefined) return reply.code(404).send(unknownPage)
  const { organisationId, guestId, channel } = subscription
  const name = await findOrganisationName(parts, organisationId)
  if (name === undefined) return reply.code(404).send(unknownPage)
  await inTenant(parts.database, organisationId, async tx => {
    const id = await lockCurrentGuest(tx, organisationId, guestId)
    if (id === undefined) return
    await updateGuest(
      tx,
      organisationId,
      id,
      { [`${channel}_consent`]: false },
      { how: 'guest', actor: null },
      guestChanged(parts, organisationId),
    )
  })
  return reply.send(donePage(name, channel))
})
