import type { DeliveryProblem } from '@millrace/contract/connection-mapping'
import type { ListedDelivery } from '@millrace/contract/dashboard/connections'

/** What is wrong with the payload itself, whatever the mapping says: there is nothing to point at. */
const unreadable: ReadonlySet<DeliveryProblem | null> = new Set([
  'not_utf8',
  'not_json',
  'not_a_form',
  'too_deep',
  'too_many_values',
] as const)

/** The delivery that is shown beside the mapping before one is chosen: of the newest first, the first with values to point at. */
export const firstSample = <T extends Pick<ListedDelivery, 'problem'>>(deliveries: readonly T[]) =>
  deliveries.find(({ problem }) => !unreadable.has(problem)) ?? deliveries[0]
