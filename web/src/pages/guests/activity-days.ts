import type { TimelineEntry } from '@millrace/contract/timeline'
import { dateFormat } from '../../language/format.ts'
import { t } from '../../language/words.ts'

export const activityFilters = [
  { name: 'all', label: t`Everything` },
  { name: 'events', label: t`Events`, kinds: ['event'] },
  { name: 'workflows', label: t`Workflows`, kinds: ['run', 'step', 'task'] },
  { name: 'messages', label: t`Messages`, kinds: ['message', 'click'] },
  { name: 'guest', label: t`Points, consent and changes`, kinds: ['points', 'consent', 'edit', 'merge'] },
] as const satisfies readonly { name: string; label: string; kinds?: readonly TimelineEntry['kind'][] }[]

export type ActivityFilter = (typeof activityFilters)[number]['name']

/** Whether an entry belongs to what was chosen. A step that sent something, or did not, is about a message too. */
export function filterOf(name: ActivityFilter): (entry: TimelineEntry) => boolean {
  const chosen = activityFilters.find(filter => filter.name === name)
  if (chosen === undefined || !('kinds' in chosen)) return () => true
  const kinds: readonly string[] = chosen.kinds
  return ({ kind, sentence }) => kinds.includes(kind) || (name === 'messages' && MESSAGE.test(sentence))
}

const MESSAGE = /^The (e-mail|SMS|webhook)\b/

export interface ActivityDay {
  readonly day: string
  readonly entries: readonly TimelineEntry[]
}

const DAY_MS = 86_400_000

/** Entries that are newest first, under the day on which they happened in this zone. */
export function byDay(
  entries: readonly TimelineEntry[],
  now: number,
  zone: string | undefined,
): ActivityDay[] {
  const format = dateFormat({ dateStyle: 'full' }, zone)
  const known = new Map([
    [format.format(now), t`Today`],
    [format.format(now - DAY_MS), t`Yesterday`],
  ])
  const days = Map.groupBy(entries, ({ at }) => format.format(Date.parse(at)))
  return [...days].map(([day, of]) => ({ day: known.get(day) ?? day, entries: of }))
}
