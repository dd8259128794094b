import { openThread } from '#base/thread.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import type { Fault } from '#workflows/validation/fault.ts'
import type { DocumentChecks } from '#workflows/validation/validate-aside.ts'
import { outboundChecks } from './outbound-checks.ts'

/** Three times what the worst document took when it was measured. */
const LONGEST_CHECK_MS = 10_000

/** What a process that answers others checks documents with: large ones on a thread. */
export function openDocumentChecks(policy: AddressPolicy): {
  readonly checks: DocumentChecks
  close(): Promise<void>
} {
  const thread = openThread<{ text: string; outbound: boolean }, readonly Fault[]>(
    new URL('./validation-thread.ts', import.meta.url),
    { data: policy, longestMs: LONGEST_CHECK_MS, longestQueue: 50 },
  )
  return { checks: { ...outboundChecks(policy), aside: thread.ask }, close: thread.close }
}
