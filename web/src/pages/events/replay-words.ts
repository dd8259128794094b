import type { Job, ReplayEstimate } from '@millrace/contract/job'
import { reasonInShort } from '@millrace/contract/skip-reason'
import { number } from '../../language/format.ts'
import { plural, t } from '../../language/words.ts'

export const counted = (count: number, thing: 'event' | 'guest' | 'run'): string => {
  switch (thing) {
    case 'event':
      return plural(count, '# event', '# events')
    case 'guest':
      return plural(count, '# guest', '# guests')
    case 'run':
      return plural(count, '# run', '# runs')
  }
}

/** The reasons for skipped events, each with a count. */
export const skippedInWords = (skipped: Readonly<Record<string, number>>): string[] =>
  Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${counted(count, 'event')}: ${reasonInShort(reason)}`)

export function estimateInWords({ events, runs, guests, complete }: ReplayEstimate): string {
  const looked = complete ? counted(events, 'event') : t`the first ${counted(events, 'event')}`
  if (runs === 0 && events === 1) return t`The event would not start a run now.`
  if (runs === 0) return t`None of ${looked} would start a run now.`
  return t`Of ${looked}, ${number(runs)} would start a run now, for ${counted(guests, 'guest')}.`
}

/** The progress or the result of a replay. */
export function progressInWords({ status, progress, result }: Job): string {
  const { events = 0, runs = 0 } = progress as { events?: number; runs?: number }
  const far = t`${counted(events, 'event')} checked, ${counted(runs, 'run')} started`
  if (status === 'failed') return t`${String(result?.error ?? t`The replay failed.`)} ${far} before that.`
  return status === 'running' ? t`${far} so far.` : `${far}.`
}
