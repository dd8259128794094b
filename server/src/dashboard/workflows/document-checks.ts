import type { Preview } from '@millrace/contract/dashboard/workflows'
import { openThread } from '#base/thread.ts'
import type { AddressPolicy } from '#channels/guard/policy.ts'
import type { Fault } from '#workflows/validation/fault.ts'
import type { DocumentChecks, FaultsAside } from '#workflows/validation/validate-aside.ts'
import { outboundChecks } from './outbound-checks.ts'
import type { PreviewAside, PreviewQuestion } from './render-preview.ts'

export type DocumentQuestion = { text: string; outbound: boolean } | { preview: PreviewQuestion }

/** Three times what the worst document took when it was measured. */
const LONGEST_CHECK_MS = 10_000

/** What a process that answers others checks documents with: large ones on a thread. */
export function openDocumentChecks(policy: AddressPolicy): {
  readonly checks: DocumentChecks
  /** Renders a text on the same thread. */
  readonly previewAside: PreviewAside
  close(): Promise<void>
} {
  const thread = openThread<DocumentQuestion, unknown>(new URL('./validation-thread.ts', import.meta.url), {
    data: policy,
    longestMs: LONGEST_CHECK_MS,
    longestQueue: 50,
  })
  const aside: FaultsAside = async question => (await thread.ask(question)) as readonly Fault[]
  return {
    checks: { ...outboundChecks(policy), aside },
    previewAside: async preview => (await thread.ask({ preview })) as Preview,
    close: thread.close,
  }
}
