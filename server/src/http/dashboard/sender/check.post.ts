import { dashboard } from '@millrace/contract/operations/dashboard'
import { createDnsTexts } from '#sender/dns-texts.ts'
import { checkSender } from '#sender/sender.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.checkSender, parts => {
  const texts = createDnsTexts(parts.config.dnsServers)
  return ({ member }) => checkSender(parts, texts, member.organisationId)
})
