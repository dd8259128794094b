import { dashboard } from '@millrace/contract/operations/dashboard'
import { proveDomains } from '#members/single-sign-on/proofs.ts'
import { readSingleSignOn } from '#members/single-sign-on/settings.ts'
import { createDnsTexts } from '#sender/dns-texts.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { answerSingleSignOn } from '../edge/answer-single-sign-on.ts'

export default bind(dashboard.checkDomains, parts => {
  const texts = createDnsTexts(parts.config.dnsServers)
  return async ({ member: { organisationId, email: actor } }) => {
    if ((await readSingleSignOn(parts.database.engineSql, organisationId)) === null) {
      throw new Refusal('single_sign_on_not_found', { message: 'Single sign-on is not set up.' })
    }
    const problems = await proveDomains(parts.database, texts, organisationId, actor)
    const message = problems.size === 0 ? 'Every domain is proven.' : 'Some domains are not proven yet.'
    return answerSingleSignOn(parts, organisationId, message, problems)
  }
})
