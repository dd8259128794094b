import type { SendMailOptions } from 'nodemailer'
import { domainOf, isMailAddress, type Mailbox, oneLine } from './address.ts'
import { textFromHtml } from './text-from-html.ts'

export interface EmailMessage {
  /** The same in every attempt. It becomes the Message-ID, which lets a receiver drop duplicates. */
  readonly id: string
  readonly organisationId: string
  readonly from: Mailbox
  readonly to: Mailbox
  readonly replyTo?: Mailbox
  /** Where mail servers send it back to; without one, to the sender. */
  readonly returnPath?: string
  readonly subject: string
  readonly html: string
  /** Generated from the HTML when it is missing. */
  readonly text?: string
  /** The address where one request ends the subscription. */
  readonly unsubscribeUrl?: string
  /** For the provider, see `feedback-headers`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The key to sign it with, whose record is in the DNS. */
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: string }
  readonly at: Date
}

const LARGEST = 256 * 1024
/** The time to convert HTML to text grows with the square of its depth: 10,000 nested tags take a tenth of a second. */
const MOST_TAGS = 10_000

/** What is wrong with a message, as a code and a sentence that does not name the guest. */
export function messageFault(message: EmailMessage): readonly [code: string, sentence: string] | undefined {
  if (!isMailAddress(message.to.address))
    return ['invalid_recipient', 'The e-mail address of the guest is not valid.']
  if (!isMailAddress(message.from.address))
    return ['invalid_sender', 'The e-mail address of the sender is not valid.']
  if (message.replyTo !== undefined && !isMailAddress(message.replyTo.address)) {
    return ['invalid_sender', 'The e-mail address for replies is not valid.']
  }
  if (!/^[\w.-]{1,128}$/.test(message.id)) return ['invalid_id', 'The id of the message is not valid.']
  const length = Math.max(message.html.length, message.text?.length ?? 0)
  if (length > LARGEST || message.html.split('<', MOST_TAGS + 2).length > MOST_TAGS + 1) {
    return [
      'message_too_large',
      `The message has more than ${LARGEST} characters, or more than ${MOST_TAGS} tags.`,
    ]
  }
  if (message.unsubscribeUrl !== undefined && !URL.canParse(message.unsubscribeUrl)) {
    return ['invalid_unsubscribe_url', 'The address for unsubscribing is not valid.']
  }
  return undefined
}

/** The message for nodemailer. The envelope is passed separately, so that no header can add a recipient. */
export function composeMessage(message: EmailMessage): SendMailOptions {
  return {
    envelope: { from: message.returnPath ?? message.from.address, to: [message.to.address] },
    messageId: `<${message.id}@${domainOf(message.from.address)}>`,
    date: message.at,
    from: mailbox(message.from),
    to: mailbox(message.to),
    ...(message.replyTo === undefined ? {} : { replyTo: mailbox(message.replyTo) }),
    subject: oneLine(message.subject),
    html: message.html,
    text: message.text ?? textFromHtml(message.html),
    headers: {
      ...asWritten(message.headers ?? {}),
      ...(message.unsubscribeUrl === undefined ? {} : unsubscribeHeaders(new URL(message.unsubscribeUrl))),
    },
    ...(message.dkim === undefined ? {} : { dkim: signature(message.dkim) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * What a message of ours can have of the headers that RFC 6376 recommends to sign, and the one that nodemailer leaves out by itself:
 * without it under the signature, receivers do not offer to unsubscribe with one click (RFC 8058, section 4).
 */
const signedHeaders = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':')

const signature = ({ domain, selector, privateKey }: NonNullable<EmailMessage['dkim']>) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: signedHeaders,
})

function mailbox({ name, address }: Mailbox): { name: string; address: string } {
  return { name: oneLine(name ?? ''), address }
}

/** RFC 2369, and RFC 8058, which requires https. */
function unsubscribeHeaders(url: URL) {
  const list = { 'List-Unsubscribe': `<${url.href}>` }
  if (url.protocol !== 'https:') return asWritten(list)
  return asWritten({ ...list, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
}

/** Neither folded nor encoded: those who read these headers read no encoded words. */
function asWritten(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { prepared: true as const, value }]),
  )
}
