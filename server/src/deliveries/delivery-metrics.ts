import { Counter } from 'prom-client'
import type { Sql } from '#db/sql.ts'
import { addGauge, type Metrics } from '#observability/metrics.ts'

/** The metrics of messages: attempts as they end, and what waits for one. */
export function createDeliveryMetrics(
  metrics: Metrics,
  sql: Sql,
): { readonly attempts: Counter<'channel' | 'outcome'> } {
  addGauge(metrics, 'millrace_messages_pending', 'Messages that have not been handed over yet.', async () => {
    const { rows } = await sql.query<{ pending: number }>(
      `SELECT count(*) AS pending FROM messages WHERE status = 'pending' AND channel IN ('email', 'sms', 'webhook')`,
    )
    return rows[0]?.pending ?? 0
  })
  addGauge(metrics, 'millrace_providers_down', 'E-mail and SMS providers that do not send.', async () => {
    const { rows } = await sql.query<{ down: number }>(
      'SELECT count(*) AS down FROM providers WHERE down_since IS NOT NULL',
    )
    return rows[0]?.down ?? 0
  })
  return {
    attempts: new Counter({
      name: 'millrace_delivery_attempts_total',
      help: 'Attempts to hand a message over, by channel and result.',
      labelNames: ['channel', 'outcome'],
      registers: [metrics.registry],
    }),
  }
}
