import { links } from '@millrace/contract/operations/links'
import { readUnsubscribeToken } from '#runs/unsubscribe/unsubscribe-url.ts'
import { bind } from '../bind.ts'
import { findOrganisationName } from './organisation-name.ts'
import { askPage, pagePolicy, unknownPage } from './unsubscribe-page.ts'

export default bind(links.askUnsubscribe, parts => async (request, reply) => {
  reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
  const subscription = readUnsubscribeToken(request.params.token, parts.secrets.unsubscribe)
  const name = subscription && (await findOrganisationName(parts, subscription.organisationId))
  if (subscription === undefined || name === undefined) return reply.code(404).send(unknownPage)
  return reply.send(askPage(name, subscription.channel))
})
