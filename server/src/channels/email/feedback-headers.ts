import type { FeedbackProvider } from '@millrace/contract/email-feedback'

/**
 * What asks a provider to give our id back with its reports: it may replace the Message-ID. Each is only
 * sent if the reports of that provider are accepted. Amazon SES returns the original headers, and needs none.
 */
const headers: Partial<Record<FeedbackProvider, (id: string) => readonly [name: string, value: string]>> = {
  postmark: id => ['X-PM-Metadata-millrace-id', id],
  sendgrid: id => ['X-SMTPAPI', JSON.stringify({ unique_args: { millrace_id: id } })],
  mailgun: id => ['X-Mailgun-Variables', JSON.stringify({ millrace_id: id })],
}

export function feedbackHeaders(
  providers: readonly FeedbackProvider[],
  messageId: string,
): Readonly<Record<string, string>> {
  const wanted = providers.flatMap(provider => headers[provider] ?? [])
  return Object.fromEntries(wanted.map(header => header(messageId)))
}
