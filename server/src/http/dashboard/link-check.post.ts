import { dashboard } from '@millrace/contract/operations/dashboard'
import { checkLinks } from '#channels/http/check-link.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { countTest } from './edge/send-test.ts'

/** As often as messages may be tested: it is no way to load other sites. */
export default bind(dashboard.checkLinks, parts => async request => {
  const { organisationId, email: actor } = request.member
  const { body } = checkedBody(request, dashboard.checkLinks)
  await countTest(parts.database, organisationId)
  const data = await checkLinks(parts.policy, organisationId, body.urls)
  // Not which: a link can name a guest, and the audit is for ever.
  const detail = { links: data.length, broken: data.filter(({ state }) => state === 'broken').length }
  await inTenant(parts.database, organisationId, tx =>
    recordAudit(tx, organisationId, { actor, action: 'links.checked', subject: organisationId, detail }),
  )
  return { data }
})
