import type { FeedbackProvider, FeedbackRefusal } from '@millrace/contract/email-feedback'
import { t } from '../../language/words.ts'

/** What to do at each provider, and what to paste from there. */
export const feedbackSteps: Record<
  FeedbackProvider,
  { readonly steps: readonly string[]; readonly label: string; readonly note: string }
> = {
  ses: {
    steps: [
      t`In Amazon SNS, create a standard topic in the region of your SES identity.`,
      t`In SES, send bounce and complaint feedback of the identity to this topic, and include the original headers.`,
      t`Paste the ARN of the topic below and save.`,
      t`In SNS, subscribe the address above to the topic with the HTTPS protocol. Millrace confirms the subscription.`,
    ],
    label: t`Topic ARN`,
    note: t`For example arn:aws:sns:eu-west-1:123456789012:bounces.`,
  },
  postmark: {
    steps: [
      t`Choose a password of at least 16 characters, and save it below.`,
      t`In Postmark, add a webhook to the message stream with the address above, and the same password under basic authentication. The user name can be anything.`,
      t`Select Delivery, Bounce and Spam complaint.`,
    ],
    label: t`Password`,
    note: t`Postmark does not sign its reports, so this password proves where they come from.`,
  },
  sendgrid: {
    steps: [
      t`In SendGrid, add an Event Webhook with the address above.`,
      t`Select Delivered, Deferred, Bounced, Dropped and Spam reports.`,
      t`Enable Signed Event Webhook, and paste its verification key below.`,
    ],
    label: t`Verification key`,
    note: t`A public key that begins with MFkw.`,
  },
  mailgun: {
    steps: [
      t`In Mailgun, add webhooks for Delivered, Temporary failure, Permanent failure and Spam complaints with the address above.`,
      t`Paste the HTTP webhook signing key of your account below.`,
    ],
    label: t`Webhook signing key`,
    note: t`It is among the API keys of your account.`,
  },
}

export const refusalInWords: Record<FeedbackRefusal, string> = {
  no_signature: t`no signature or password`,
  wrong_signature: t`wrong signature or password`,
  no_timestamp: t`no time`,
  too_old: t`signed too long ago`,
  in_the_future: t`signed in the future`,
  no_secret: t`no key`,
  no_key_set: t`no key set`,
  wrong_claims: t`token for someone else`,
  wrong_topic: t`another SNS topic`,
  replayed: t`a signature that was used before`,
  too_large: t`too large`,
}
