import type { Preview } from '@millrace/contract/dashboard/workflows'
import { type OptOut, withOptOut } from '#channels/sms/opt-out.ts'
import { type SmsSegments, smsSegments } from '#channels/sms/segments.ts'
import type { Sql } from '#db/sql.ts'
import type { GuestProfile } from '#guests/guest-profile.ts'
import type { PreviewQuestion, RenderedPreview } from './render-preview.ts'

/** Enough to notice what names do, and quick among a million. */
const LOOKED_AT = 1_000
/** Letters outside of GSM-7 have more bytes, so the one that takes the most room is among the first of these. */
const MEASURED = 50

/** The name among the newest guests that takes the most room: one letter outside of GSM-7 halves it. */
export async function longestName(tx: Sql, organisationId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT name FROM (SELECT name FROM guests WHERE organisation_id = $1 ORDER BY id DESC LIMIT ${LOOKED_AT}) g
     WHERE name IS NOT NULL ORDER BY octet_length(name) DESC LIMIT ${MEASURED}`,
    [organisationId],
  )
  let longest: { name: string; size: SmsSegments } | undefined
  for (const { name } of rows) {
    const size = smsSegments(name)
    if (longest === undefined || isLonger(size, longest.size)) longest = { name, size }
  }
  return longest?.name
}

const isLonger = (one: SmsSegments, other: SmsSegments): boolean =>
  one.encoding === other.encoding ? one.units > other.units : one.encoding === 'UCS-2'

/** An SMS as a guest gets it, and as how many messages it is charged, also with the longest name. */
export async function previewSms(
  question: PreviewQuestion,
  rendered: (question: PreviewQuestion) => Promise<RenderedPreview>,
  optOut: OptOut | undefined,
  longest: string | undefined,
): Promise<Preview> {
  const { email: _email, ...preview } = await rendered(question)
  if (preview.text === null) return preview
  const ended = (text: string) => (optOut === undefined ? text : withOptOut(text, optOut))
  const text = ended(preview.text)
  const named = longest === undefined || !preview.variables.includes('guest.name') ? undefined : longest
  const other = named === undefined ? undefined : (await rendered(withName(question, named))).text
  const most = typeof other === 'string' ? smsSegments(ended(other)) : undefined
  return {
    ...preview,
    text,
    sms: {
      ...smsSegments(text),
      ...(most && { longest: { encoding: most.encoding, segments: most.segments } }),
    },
  }
}

function withName(question: PreviewQuestion, name: string): PreviewQuestion {
  const facts = question.facts as { readonly guest: GuestProfile }
  return {
    ...question,
    facts: { ...question.facts, guest: { ...facts.guest, name } } as PreviewQuestion['facts'],
  }
}
