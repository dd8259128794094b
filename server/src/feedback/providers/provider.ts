import type { FeedbackRefusal } from '@millrace/contract/email-feedback'
import type { Presented } from '#connections/proof/proof.ts'
import type { Report } from '#messages/record-reports.ts'
import type { Sns } from '../sns.ts'

export type { Report }

/** What a request says once it has proved where it comes from. */
export type Heard =
  | { readonly kind: 'refused'; readonly reason: FeedbackRefusal }
  /** The proof could not be checked, or an answer not given, because the provider did not answer us. */
  | { readonly kind: 'unavailable' }
  /** It is from the provider, and nothing that can be read. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'reports'
      /** undefined stands for a report that is of no interest, such as a click. */
      readonly reports: readonly (Report | undefined)[]
      /** Counts for one body only. */
      readonly token?: string
    }

export interface Provider {
  /** What is wrong with the key that an owner gives. */
  keyFault(key: string): string | undefined
  hear(
    key: string,
    presented: Presented,
    outside: { readonly sns: Sns; readonly owner: string },
  ): Promise<Heard>
}

export const refused = (reason: FeedbackRefusal): Heard => ({ kind: 'refused', reason })
