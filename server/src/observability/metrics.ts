import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'method' | 'route' | 'status'>
  readonly eventsAccepted: Counter<'status'>
  readonly tokens: Counter<'result'>
  readonly runsFinished: Counter<'status'>
  readonly runsAdvanced: Counter
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'millrace_http_request_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    eventsAccepted: new Counter({
      name: 'millrace_events_accepted_total',
      help: 'Events stored, by whether a workflow took them.',
      labelNames: ['status'],
      registers,
    }),
    tokens: new Counter({
      name: 'millrace_token_requests_total',
      help: 'Requests to the token endpoint, by result.',
      labelNames: ['result'],
      registers,
    }),
    runsFinished: new Counter({
      name: 'millrace_runs_finished_total',
      help: 'Runs that ended, by status.',
      labelNames: ['status'],
      registers,
    }),
    runsAdvanced: new Counter({
      name: 'millrace_runs_advanced_total',
      help: 'Times a run was taken further.',
      registers,
    }),
  }
}

/** A value that is read only when metrics are requested. If it cannot be read, the others are still reported. */
export function addGauge(
  metrics: Metrics,
  name: string,
  help: string,
  read: () => Promise<number> | number,
): void {
  new Gauge({
    name,
    help,
    registers: [metrics.registry],
    async collect() {
      this.set(await Promise.resolve(read()).catch(() => Number.NaN))
    },
  })
}
