import { listInWords, quoted } from '@millrace/contract/in-words'
import type { FieldType, Source, SourceField } from '@millrace/contract/source'
import { describeMoment } from '#calendar/describe-moment.ts'

type SeenType = SourceField['types'][number]

const inWords: Record<FieldType, string> = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'empty',
}
const GONE_MS = 86_400_000

/** What has changed about a source, each as a sentence. Empty values are not changes: anything may be missing. */
export function driftOf(
  source: Pick<Source, 'events' | 'last_seen_at'>,
  fields: readonly SourceField[],
  { timeZone, locale }: { timeZone: string; locale: string },
): string[] {
  const at = (moment: string) => describeMoment(new Date(moment), timeZone, locale)
  return fields.flatMap(field => [...changedType(field, at), ...gone(field, source, at)])
}

function changedType({ key, types }: SourceField, at: (moment: string) => string): string[] {
  const filled = types
    .filter(({ type }) => type !== 'null')
    .toSorted((a, b) => (a.first_seen_at < b.first_seen_at ? -1 : 1))
  const [before, after] = [filled.at(-2), filled.at(-1)]
  if (before === undefined || after === undefined) return []
  const replaced = filled.slice(0, -1).every(type => type.last_seen_at < after.first_seen_at)
  if (replaced) {
    return [
      `${quoted(key)} was ${inWords[before.type]}; since ${at(after.first_seen_at)} it is ${inWords[after.type]}.`,
    ]
  }
  const kinds = filled.map(({ type, seen }) => `${inWords[type]} (${seen === 1 ? 'once' : `${seen} times`})`)
  return [
    `${quoted(key)} comes as ${listInWords(kinds, 'and')}; ${inWords[after.type]} since ${at(after.first_seen_at)}.`,
  ]
}

/** A key that most events had, and none for a day. */
function gone(
  { key, types, share }: SourceField,
  { last_seen_at }: Pick<Source, 'last_seen_at'>,
  at: (moment: string) => string,
): string[] {
  const last = types
    .map((type: SeenType) => type.last_seen_at)
    .toSorted()
    .at(-1)
  if (last === undefined || share < 0.5) return []
  if (Date.parse(last_seen_at) - Date.parse(last) < GONE_MS) return []
  return [`${quoted(key)} was in most events, and has not come since ${at(last)}.`]
}
