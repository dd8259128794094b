import type { ConnectionRepair } from '@millrace/contract/dashboard/connections'
import type { RepairProgress, RepairResult } from '@millrace/contract/job'
import { number } from '../../../language/format.ts'
import { count } from '../shared/delivery-in-words.ts'

const deliveries = (number: number) => count(number, 'delivery', 'deliveries')

/** How far a repair is, or what came of it. */
export function repairInWords({ job, applies }: Pick<ConnectionRepair, 'job' | 'applies'>): string {
  if (job === null) return 'Nothing has been compared yet.'
  const { deliveries: looked, total } = job.progress as RepairProgress
  const result = (job.result ?? {}) as Partial<RepairResult> & { error?: string }
  switch (job.status) {
    case 'running':
      return `${applies ? 'Creating events' : 'Comparing'}: ${deliveries(looked)} of ${number(total)}.`
    case 'cancelled':
      return `Stopped after ${deliveries(looked)}.`
    case 'failed':
      return result.error ?? 'The repair failed.'
    case 'done':
      if (applies)
        return `${count(result.made ?? 0, 'event')} created from ${deliveries(result.deliveries ?? 0)}.`
      return `${deliveries(result.deliveries ?? 0)} compared: ${count(result.new ?? 0, 'new event')}, ${result.changed ?? 0} changed, ${result.gone ?? 0} no longer made.`
  }
}

type Difference = ConnectionRepair['differences'][number]

export const differenceInWords = ({ kind, fields }: Difference): string =>
  kind === 'new'
    ? 'Would create an event'
    : kind === 'gone'
      ? 'Would no longer create its event'
      : `Would differ in ${fields.map(field => fieldNames[field] ?? field.replace(/^parameters\./, '')).join(', ')}`

const fieldNames: Readonly<Record<string, string>> = {
  source: 'its source',
  venue: 'its venue',
  occurred_at: 'its time',
}
