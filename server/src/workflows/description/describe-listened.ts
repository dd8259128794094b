import { conditionInWords } from '@millrace/contract/condition/in-words'
import { listInWords, type Names, quoted } from '@millrace/contract/in-words'
import { say } from '@millrace/contract/say'
import type { Trigger } from '@millrace/contract/workflow'
import type { Listened } from '../listened.ts'

/** An event that a run under way listens for: "an event comes from "till" with the same bill_id". */
export function listenedInWords({ source, match, when }: Listened, names: Names): string {
  const same = match === undefined ? '' : say` with the same ${listInWords(match, 'and')}`
  return `${eventInWords(source)}${same}${conditionAfter(when, names)}`
}

export const eventInWords = (source: string | null) =>
  source === null ? say`an event comes that names no source` : say`an event comes from ${quoted(source)}`

export const conditionAfter = (when: Trigger['when'], names: Names) =>
  when === undefined ? '' : say` and ${conditionInWords(when, names)}`
