import { checkUrl } from './check-url.ts'
import type { AddressPolicy } from './policy.ts'

/** Whether someone on the way could read or change what is sent to an address. What is allowed by the policy alone is our own. */
export const isOnTheWay = (url: string, policy: AddressPolicy): boolean =>
  /^http:/i.test(url) && 'url' in checkUrl(url, { ...policy, allowPrivate: [] })
