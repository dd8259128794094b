import { Counter } from 'prom-client'
import type { Metrics } from '#observability/metrics.ts'

/** ignored: it is no notification. later: the sender was asked to come back. */
export type Result = 'recorded' | 'repeated' | 'unknown' | 'ignored' | 'refused' | 'later'
export type CountReturned = (result: Result) => void

export function createCountReturned({ registry }: Pick<Metrics, 'registry'>): CountReturned {
  const counter = new Counter({
    name: 'millrace_returned_emails_total',
    help: 'E-mails that mail servers sent back, by what came of them.',
    labelNames: ['result'],
    registers: [registry],
  })
  return result => counter.inc({ result })
}
