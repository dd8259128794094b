import { checkUrl } from '#channels/guard/check-url.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import { headerFaults } from '#channels/webhook/check-headers.ts'
import type { OutboundChecks } from '#workflows/validation/webhook-faults.ts'

/** The addresses that a workflow may call. */
export const outboundChecks = (policy: AddressPolicy): OutboundChecks => ({
  checkUrl(url) {
    const checked = checkUrl(url, policy)
    return 'fault' in checked ? checked.fault : undefined
  },
  checkHeader: name => headerFaults({ [name]: '' })[0],
})
