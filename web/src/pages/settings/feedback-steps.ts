import type { FeedbackProvider, FeedbackRefusal } from '@millrace/contract/email-feedback'

/** What to do at each provider, and what to paste from there. */
export const feedbackSteps: Record<
  FeedbackProvider,
  { readonly steps: readonly string[]; readonly label: string; readonly note: string }
> = {
  ses: {
    steps: [
      'In Amazon SNS, create a standard topic in the region of your SES identity.',
      'In SES, send bounce and complaint feedback of the identity to this topic, and include the original headers.',
      'Paste the ARN of the topic below and save.',
      'In SNS, subscribe the address above to the topic with the HTTPS protocol. Millrace confirms the subscription.',
    ],
    label: 'Topic ARN',
    note: 'For example arn:aws:sns:eu-west-1:123456789012:bounces.',
  },
  postmark: {
    steps: [
      'Choose a password of at least 16 characters, and save it below.',
      'In Postmark, add a webhook to the message stream with the address above, and the same password under basic authentication. The user name can be anything.',
      'Select Delivery, Bounce and Spam complaint.',
    ],
    label: 'Password',
    note: 'Postmark does not sign its reports, so this password proves where they come from.',
  },
  sendgrid: {
    steps: [
      'In SendGrid, add an Event Webhook with the address above.',
      'Select Delivered, Deferred, Bounced, Dropped and Spam reports.',
      'Enable Signed Event Webhook, and paste its verification key below.',
    ],
    label: 'Verification key',
    note: 'A public key that begins with MFkw.',
  },
  mailgun: {
    steps: [
      'In Mailgun, add webhooks for Delivered, Temporary failure, Permanent failure and Spam complaints with the address above.',
      'Paste the HTTP webhook signing key of your account below.',
    ],
    label: 'Webhook signing key',
    note: 'It is among the API keys of your account.',
  },
}

export const refusalInWords: Record<FeedbackRefusal, string> = {
  no_signature: 'no signature or password',
  wrong_signature: 'wrong signature or password',
  no_timestamp: 'no time',
  too_old: 'signed too long ago',
  in_the_future: 'signed in the future',
  no_secret: 'no key',
  no_key_set: 'no key set',
  wrong_claims: 'token for someone else',
  wrong_topic: 'another SNS topic',
  replayed: 'a signature that was used before',
  too_large: 'too large',
}
