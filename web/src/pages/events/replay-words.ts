import type { Job, ReplayEstimate } from '@millrace/contract/job'
import { reasonInShort } from '@millrace/contract/skip-reason'
import { number } from '../../language/format.ts'

export const counted = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${number(count)} ${thing}s`

/** The reasons for skipped events, each with a count. */
export const skippedInWords = (skipped: Readonly<Record<string, number>>): string[] =>
  Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${counted(count, 'event')}: ${reasonInShort(reason)}`)

export function estimateInWords({ events, runs, guests, complete }: ReplayEstimate): string {
  const looked = `${complete ? '' : 'the first '}${counted(events, 'event')}`
  if (runs === 0 && events === 1) return 'The event would not start a run now.'
  if (runs === 0) return `None of ${looked} would start a run now.`
  return `Of ${looked}, ${number(runs)} would start a run now, for ${counted(guests, 'guest')}.`
}

/** The progress or the result of a replay. */
export function progressInWords({ status, progress, result }: Job): string {
  const { events = 0, runs = 0 } = progress as { events?: number; runs?: number }
  const far = `${counted(events, 'event')} checked, ${counted(runs, 'run')} started`
  if (status === 'failed') return `${String(result?.error ?? 'The replay failed.')} ${far} before that.`
  return status === 'running' ? `${far} so far.` : `${far}.`
}
