import { createMailer } from './email/mailer.ts'
import type { EmailMessage } from './email/message.ts'
import type { SmtpSettings } from './email/settings.ts'
import { createGuard } from './guard/guard.ts'
import type { AddressPolicy } from './guard/policy.ts'
import { type ClosedReceiver, createHttpClient } from './http/client.ts'
import { fetchPage, PAGE_LIMITS, type PageRequest } from './http/fetch-page.ts'
import { type FormRequest, postForm } from './http/post-form.ts'
import type { Outcome } from './outcome.ts'
import { sendSms } from './sms/send-sms.ts'
import type { SmsMessage, SmsSettings } from './sms/settings.ts'
import { callWebhook } from './webhook/call-webhook.ts'
import type { WebhookRequest } from './webhook/request.ts'

/** The outbound channels. Each call is one attempt and returns its outcome; the caller decides when to retry. */
export interface Channels {
  sendEmail(settings: SmtpSettings, message: EmailMessage): Promise<Outcome>
  sendSms(settings: SmsSettings, message: SmsMessage): Promise<Outcome>
  callWebhook(request: WebhookRequest): Promise<Outcome>
  /** Fetches a page of another system. */
  fetchPage(organisationId: string, request: PageRequest): ReturnType<typeof fetchPage>
  /** Asks another system for a token. */
  postForm(organisationId: string, request: FormRequest): ReturnType<typeof postForm>
  /** The receivers of webhooks that an organisation makes no calls to for now. */
  closedReceivers(): ClosedReceiver[]
  close(): void
}

export function createChannels(policy: AddressPolicy): Channels {
  const guard = createGuard(policy)
  const http = createHttpClient({ guard })
  const pages = createHttpClient({ guard, limits: PAGE_LIMITS })
  const mailer = createMailer(guard)
  return {
    sendEmail: mailer.sendEmail,
    sendSms: (settings, message) => sendSms(settings, message, http),
    callWebhook: request => callWebhook(request, http),
    fetchPage: (organisationId, request) => fetchPage(pages, organisationId, request),
    postForm: (organisationId, request) => postForm(http, organisationId, request),
    closedReceivers: http.closed,
    close: mailer.close,
  }
}
