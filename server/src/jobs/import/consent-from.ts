import type { Consent, ConsentStatement } from '@millrace/contract/guest'
import { readMoment } from './cell.ts'
import type { Target } from './columns.ts'
import type { Fault, RowRules, Said } from './read-row.ts'

/** A clock that is a little fast is not the future. */
const FAST_CLOCK_MS = 60_000

/** A consent is worth what can be shown of it. A refusal needs nothing: it counts from the import on. */
export function consentFrom(
  { email, sms }: { readonly email: boolean | null; readonly sms: boolean | null },
  said: Said,
  rules: RowRules,
  fault: Fault,
): Consent {
  if (email === null && sms === null) return {}
  const usual = rules.settings.consent ?? {}
  const text = (kind: 'consent_where' | 'consent_words', longest: number) => {
    const one = said.get(kind)
    const value = one === undefined ? undefined : String(one.cell).trim()
    if (one !== undefined && value !== undefined && value.length > longest)
      fault(one.column, `must have at most ${longest} characters`)
    return value
  }
  const where = text('consent_where', 200) ?? usual.where ?? null
  const words = text('consent_words', 2_000) ?? usual.words ?? null
  const at = momentOf(said, rules, fault)
  const statement = (given: boolean, kind: Target['kind']): ConsentStatement => {
    if (!given) return { given, at: at ?? new Date(rules.now).toISOString(), where, words }
    const missing = [
      ...(at === null ? ['when (consent_at)'] : []),
      ...(where === null ? ['where (consent_where)'] : []),
      ...(words === null ? ['in which words (consent_words)'] : []),
    ]
    if (missing.length > 0)
      fault(said.get(kind)?.column ?? 'row', `needs a consent that can be shown: ${missing.join(', ')}`)
    return { given, at: at ?? '', where, words }
  }
  return {
    ...(email === null ? {} : { email: statement(email, 'email_consent') }),
    ...(sms === null ? {} : { sms: statement(sms, 'sms_consent') }),
  }
}

function momentOf(said: Said, { settings, now }: RowRules, fault: Fault): string | null {
  const one = said.get('consent_at')
  if (one === undefined) return settings.consent?.at ?? null
  const reading = readMoment(one.cell, settings.date_format ?? 'YYYY-MM-DD')
  if ('fault' in reading) {
    fault(one.column, reading.fault)
    // Its column says what is wrong; the consent need not say so too.
    return new Date(0).toISOString()
  }
  if (Date.parse(reading.value) > now + FAST_CLOCK_MS) fault(one.column, 'must not be in the future')
  return reading.value
}
