import { cleanText, escapeHtml, escapeJson, escapeUrl, oneLine } from './escape.ts'

/** Where a rendered text goes; it decides how values are escaped and how long the text may be. */
export type Channel = 'html' | 'text' | 'subject' | 'sms' | 'json' | 'url'

export interface ChannelRules {
  /** Lengths are in UTF-16 units, as JavaScript and most mail and SMS gateways count them. */
  readonly longestTemplate: number
  readonly longestText: number
  /** Applied to every value that the template outputs. */
  escape(value: string): string
  /** Applied to the whole text at the end, so also to what the author wrote. */
  finish(text: string): string
}

export const channels: Readonly<Record<Channel, ChannelRules>> = {
  html: { longestTemplate: 100_000, longestText: 200_000, escape: escapeHtml, finish: cleanText },
  text: { longestTemplate: 50_000, longestText: 100_000, escape: cleanText, finish: cleanText },
  // A header line of an e-mail may have 998 characters (RFC 5322, 2.1.1).
  subject: {
    longestTemplate: 1_000,
    longestText: 900,
    escape: oneLine,
    finish: text => oneLine(text).trim(),
  },
  // The limit of the gateways: ten parts of 160 characters.
  sms: { longestTemplate: 5_000, longestText: 1_600, escape: cleanText, finish: cleanText },
  json: { longestTemplate: 50_000, longestText: 200_000, escape: escapeJson, finish: cleanText },
  url: {
    longestTemplate: 2_000,
    longestText: 8_000,
    escape: escapeUrl,
    finish: text => text.replace(/[\s\p{Cc}]/gu, ''),
  },
}
