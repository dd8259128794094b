import type { ReportKind } from '@millrace/contract/email-feedback'
import PostalMime from 'postal-mime'
import { NO_SUCH_ADDRESS } from '#channels/email/read-error.ts'
import { noteOf } from '../providers/read-json.ts'

export interface Said {
  readonly kind: ReportKind
  readonly note: string | null
}

/**
 * What a mail server says about the e-mail that it sends back: a delivery status notification (RFC 3464). Which e-mail that is,
 * only the return address says. undefined for anything else that comes, such as an absence note.
 */
export async function readReturned(raw: Buffer): Promise<Said | undefined> {
  const status = await statusPart(raw)
  if (status === undefined) return undefined
  const all = groupsIn(status).flatMap(fields => saidIn(fields) ?? [])
  // Several recipients are those that the guest's address leads to: it works while one of them does.
  return all.toSorted((a, b) => MILDEST_FIRST.indexOf(a.kind) - MILDEST_FIRST.indexOf(b.kind))[0]
}

const MILDEST_FIRST: ReportKind[] = ['delayed', 'dropped', 'soft_bounce', 'hard_bounce']

/** Messages inside of it are not opened: they are what was sent, or of others. */
async function statusPart(raw: Buffer): Promise<string | undefined> {
  try {
    const { attachments } = await PostalMime.parse(raw, { maxRfc822NestingDepth: 0, maxNestingDepth: 8 })
    // With addresses in other alphabets, RFC 6533 gives it another name.
    const part = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
    if (part === undefined) return undefined
    return typeof part.content === 'string'
      ? part.content
      : Buffer.from(part.content as ArrayBuffer).toString()
  } catch {
    // More parts within parts than a notification has.
    return undefined
  }
}

type Fields = ReadonlyMap<string, string>

/** Groups of fields with empty lines in between; a line that begins with a space continues the one above. */
const groupsIn = (text: string): Fields[] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+(?=\S)/g, ' ')
    .split(/\n[ \t]*\n/)
    .map(group => new Map(group.split('\n').flatMap(fieldIn)))

function fieldIn(line: string): [name: string, value: string][] {
  const colon = line.indexOf(':')
  return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
}

function saidIn(fields: Fields): Said | undefined {
  const status = fields.get('status') ?? ''
  // Before the semicolon is who said it, as in "smtp; 550 5.1.1 No such user".
  const words = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  const kind = kindOf((fields.get('action') ?? '').toLowerCase(), status, words)
  return kind && { kind, note: noteOf(words || status) }
}

/** "delivered", "relayed" and "expanded" were not asked for, and say nothing certain. */
function kindOf(action: string, status: string, words: string): ReportKind | undefined {
  if (action.startsWith('delayed')) return 'delayed'
  return action.startsWith('failed') ? bounceOf(codeIn(status, words)) : undefined
}

/** Not a part of an IP address. */
const CODE = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/

/** Some servers give a status that says nothing (5.0.0), and the precise one in the words of the server that refused it. */
function codeIn(status: string, words: string): string {
  const given = CODE.exec(status)?.[0] ?? ''
  return given === '' || given.endsWith('.0.0') ? (CODE.exec(words)?.[0] ?? given) : given
}

/**
 * The codes for an address that does not exist are those that count while a message is handed over. What was given up after days
 * (4.x.x), a mailbox that is full or closed (5.2.x) and a domain that was not found (5.4.x) may work later. Any other refusal may
 * be about the sender or the content.
 */
function bounceOf(code: string): ReportKind {
  if (NO_SUCH_ADDRESS.test(code)) return 'hard_bounce'
  return /^(?:4|5\.2|5\.4)\./.test(code) ? 'soft_bounce' : 'dropped'
}
