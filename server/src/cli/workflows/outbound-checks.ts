import { checkUrl } from '#channels/guard/check-url.ts'
import { headerFaults } from '#channels/webhook/check-headers.ts'
import type { Config } from '#config/config.ts'
import type { OutboundChecks } from '#workflows/validation/webhook-faults.ts'

/** What a call may go to, by the settings of this machine. */
export function outboundChecks(
  config: Pick<Config, 'allowedPrivateAddresses' | 'allowedPorts'>,
): OutboundChecks {
  const policy = { allowPrivate: config.allowedPrivateAddresses, extraPorts: config.allowedPorts }
  return {
    checkUrl(url) {
      const checked = checkUrl(url, policy)
      return 'fault' in checked ? checked.fault : undefined
    },
    checkHeader: name => headerFaults({ [name]: '' })[0],
  }
}
