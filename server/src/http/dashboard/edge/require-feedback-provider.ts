import { type FeedbackProvider, isFeedbackProvider } from '@millrace/contract/email-feedback'
import { Refusal } from '../../refusal.ts'

/** The provider in an address. */
export function requireFeedbackProvider(text: string): FeedbackProvider {
  if (isFeedbackProvider(text)) return text
  throw new Refusal('email_feedback_not_found')
}
