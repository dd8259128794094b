import type { SmsSettings } from '@millrace/contract/settings'
import { type Language, wordsIn } from '../guest-words.ts'
import { namesStop } from './keywords.ts'
import { isName, senderOf, senderTo } from './sender.ts'

export interface OptOut {
  /** The first provider; null: nothing is sent yet. */
  readonly sms: Pick<SmsSettings, 'from' | 'from_by_country'> | null
  /** The sender of the venue. */
  readonly from?: string | undefined
  readonly to: string | null
  readonly links: { readonly unsubscribe: string; readonly preferences: string }
  readonly language: Language
}

/**
 * Marketing by SMS always says how to end it (in the EU by article 13 of directive 2002/58/EC, in North America by the rules of
 * the networks): by the word to answer with or, where the sender is a name and cannot be answered, by a link. Where the
 * author wrote either, nothing is added.
 */
export function withOptOut(body: string, { sms, from, to, links, language }: OptOut): string {
  if (namesStop(body) || body.includes(links.unsubscribe) || body.includes(links.preferences)) return body
  const { reply, open } = wordsIn(language).optOut
  return `${body.trimEnd()}\n${isAnswerable({ sms, from, to }) ? reply : open(links.unsubscribe)}`
}

function isAnswerable({ sms, from, to }: Pick<OptOut, 'sms' | 'from' | 'to'>): boolean {
  if (sms === null) return from === undefined || !isName(from)
  const senders = { sender: senderOf(sms.from), byCountry: sms.from_by_country }
  const sender = senderTo(to ?? '', senders, from)
  return sender === undefined || !('from' in sender) || !isName(sender.from)
}
