import type { HttpAnswer, HttpRequest } from '../../http/exchange.ts'
import type { HttpFailure } from '../../http/failure.ts'
import type { Outcome } from '../../outcome.ts'
import type { SmsMessage, SmsSettings } from '../settings.ts'

export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'

export interface SmsReport {
  readonly providerId: string
  readonly status: SmsStatus
  /** The provider's number for the error. */
  readonly errorCode?: string
}

/** What a guest wrote. */
export interface InboundSms {
  /** By which the provider knows it, the same if it passes it on again. */
  readonly id?: string
  /** As the provider writes it, with or without a plus. */
  readonly from: string
  readonly body: string
  /** The provider has understood it, and answered it. */
  readonly heeded?: 'stop' | 'start' | 'help'
}

/** What a provider sent to one of our addresses. */
export interface SentToUs {
  /** The published one, with the query that came with it. */
  readonly url: string
  /** From the query, the form or the JSON. */
  readonly params: URLSearchParams
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly now: Date
}

/** How one provider of SMS takes messages, and how it reports and passes on what guests write. From its public documentation. */
export interface SmsVendor {
  /** What is wrong with the account, in sentences. */
  faults(settings: SmsSettings): string[]
  request(settings: SmsSettings, message: SmsMessage): HttpRequest
  /** What must not be kept of its answers. */
  secrets(settings: SmsSettings): string[]
  readAnswer(result: HttpAnswer | HttpFailure, redact: <Value>(value: Value) => Value, now: Date): Outcome
  /** Whether it was the provider who sent it. */
  proves(sent: SentToUs, secret: string): boolean | Promise<boolean>
  reportIn(params: URLSearchParams): SmsReport | undefined
  inboundIn(params: URLSearchParams): InboundSms | undefined
  /** Whether an answer to a guest is the response to what it passed on. Otherwise it is a message like others. */
  readonly answersInResponse: boolean
}
