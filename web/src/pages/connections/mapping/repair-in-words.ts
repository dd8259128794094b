import type { ConnectionRepair } from '@millrace/contract/dashboard/connections'
import type { RepairProgress, RepairResult } from '@millrace/contract/job'
import { number } from '../../../language/format.ts'
import { plural, t } from '../../../language/words.ts'

const deliveries = (number: number) => plural(number, '# delivery', '# deliveries')

/** How far a repair is, or what came of it. */
export function repairInWords({ job, applies }: Pick<ConnectionRepair, 'job' | 'applies'>): string {
  if (job === null) return t`Nothing has been compared yet.`
  const { deliveries: looked, total } = job.progress as RepairProgress
  const result = (job.result ?? {}) as Partial<RepairResult> & { error?: string }
  switch (job.status) {
    case 'running':
      return t`${applies ? t`Creating events` : t`Comparing`}: ${deliveries(looked)} of ${number(total)}.`
    case 'cancelled':
      return t`Stopped after ${deliveries(looked)}.`
    case 'failed':
      return result.error ?? t`The repair failed.`
    case 'done':
      if (applies)
        return t`${plural(result.made ?? 0, '# event', '# events')} created from ${deliveries(result.deliveries ?? 0)}.`
      return t`${deliveries(result.deliveries ?? 0)} compared: ${plural(result.new ?? 0, '# new event', '# new events')}, ${result.changed ?? 0} changed, ${result.gone ?? 0} no longer made.`
  }
}

type Difference = ConnectionRepair['differences'][number]

export const differenceInWords = ({ kind, fields }: Difference): string =>
  kind === 'new'
    ? t`Would create an event`
    : kind === 'gone'
      ? t`Would no longer create its event`
      : t`Would differ in ${fields.map(field => fieldNames[field] ?? field.replace(/^parameters\./, '')).join(', ')}`

const fieldNames: Readonly<Record<string, string>> = {
  source: 'its source',
  venue: t`its venue`,
  occurred_at: t`its time`,
}
