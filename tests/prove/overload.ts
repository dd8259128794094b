import { drive } from '../bench/load.ts'
import { bodiesOf, eventHeaders, openBench, type Serving, serve } from '../bench/service.ts'
import { type Offered, offer, requestBytes, type Taken } from '../support/offer-load.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { counted, type Outcome, type Proof, type Trial } from './proof.ts'

/** With one of these numbers of callers it does the most; a slow database needs many, because each waits for long. */
const CALLERS = [64, 256, 1_024]
const TIMES = 4
/** Each way. */
const DELAY_MS = 100

interface Limits {
  readonly what: string
  readonly delayMs: number
  readonly mostConnections: number
  /** Of the knee. */
  readonly leastGoodput: number
  readonly longestRefusalMs: number
}

/** The database is the limit: there is time enough to refuse whom it cannot serve. */
const SLOW: Limits = {
  what: `with ${2 * DELAY_MS} ms to the database and back`,
  delayMs: DELAY_MS,
  mostConnections: 4_000,
  leastGoodput: 0.8,
  longestRefusalMs: 100,
}

/**
 * The processor is the limit. To refuse takes more than half of the time that it takes to store, so the three whom it cannot serve take more of
 * it than there is: what must hold is that it continues to store.
 */
const QUICK: Limits = {
  what: 'as it is',
  delayMs: 0,
  mostConnections: 3_000,
  leastGoodput: 0.4,
  longestRefusalMs: 1_000,
}

interface Measured {
  readonly limits: Limits
  readonly knee: number
  readonly goodput: number
  readonly offered: number
  readonly answers: number
  readonly acceptedP99: number
  readonly refusedP90: number
  readonly refusedP99: number
  readonly refused: number
  readonly withoutRetryAfter: number
  /** From the end of the crowd until one event took less than a second. */
  readonly recovered: number
}

export const overload: Proof = {
  name: 'overload',
  promise: `with ${TIMES} times as many events as a slow database can take, a process takes 0.8 of what it can, each in 2 s, and others get 503 within 100 ms; where its processor is the limit, it continues with 0.4; and 5 s later all is as before`,
  async run(trial): Promise<Outcome> {
    const measured = [await measure(trial, QUICK), await measure(trial, SLOW)]
    return {
      tried: measured
        .map(({ limits, answers, offered }) => `${limits.what}: ${counted(answers)} at ${counted(offered)}/s`)
        .join('; '),
      worst: measured.map(describe).join('; '),
      faults: measured.flatMap(faultsOf),
    }
  },
}

const describe = (one: Measured) =>
  `${one.limits.what}: ${counted(Math.round(one.knee))}/s at the knee, ${counted(Math.round(one.goodput))}/s beyond (${(one.goodput / one.knee).toFixed(2)}), ` +
  `p99 accepted ${Math.round(one.acceptedP99)} ms, p90 and p99 of ${counted(one.refused)} refused ${Math.round(one.refusedP90)} and ${Math.round(one.refusedP99)} ms, back after ${(one.recovered / 1_000).toFixed(1)} s`

function faultsOf(one: Measured): string[] {
  const says = (holds: boolean, fault: string) => (holds ? [] : [`${one.limits.what}: ${fault}`])
  return [
    ...says(
      one.goodput >= one.limits.leastGoodput * one.knee,
      `only ${(one.goodput / one.knee).toFixed(2)} of the knee`,
    ),
    ...says(one.acceptedP99 < 2_000, `p99 of what is accepted is ${Math.round(one.acceptedP99)} ms`),
    ...says(one.refused > 0, 'nothing was refused: the crowd was no crowd'),
    ...says(
      one.refusedP99 < one.limits.longestRefusalMs,
      `p99 of what is refused is ${Math.round(one.refusedP99)} ms`,
    ),
    ...says(one.withoutRetryAfter === 0, `${one.withoutRetryAfter} refused without Retry-After`),
    ...says(one.recovered < 5_000, `not back within 5 s`),
  ]
}

async function measure({ quick, progress }: Trial, limits: Limits): Promise<Measured> {
  const { what, delayMs, mostConnections } = limits
  const bench = await openBench()
  // Only where it is needed: it shares this process with what sends the load.
  const proxy = delayMs > 0 ? await startTcpProxy(bench.connection) : undefined
  const ours = await serve({ ...bench, url: proxy?.through(bench.url) ?? bench.url }, 'api')
  proxy?.delay(delayMs)
  try {
    progress(`${what}: the knee`)
    const seconds = quick ? 3 : 10
    const load = (callers: number, during: number) =>
      drive({
        url: addressOf(ours),
        seconds: during,
        connections: callers,
        headers: eventHeaders(ours.token),
        bodies: bodiesOf(bench),
      })
    await load(CALLERS[0] as number, 5)
    const rates: number[] = []
    for (const callers of CALLERS) rates.push(await load(callers, seconds))
    const knee = Math.max(...rates)
    const rate = Math.round(TIMES * knee)
    progress(`${what}: ${counted(rate)} events a second`)
    const crowd = await offer({
      url: addressOf(ours),
      requests: bodiesOf(bench)(0).map(body => requestBytes(addressOf(ours), eventHeaders(ours.token), body)),
      rate,
      seconds,
      connections: Math.min(mostConnections, Math.max(200, Math.round(2 * knee))),
    })
    const over = performance.now()
    await load(1, 0.1)
    return { limits, knee, recovered: performance.now() - over, ...summed(crowd) }
  } finally {
    await ours.child.stop()
    await proxy?.close()
    await bench.close()
  }
}

const addressOf = ({ url }: Serving) => `${url}/v1/workflows/incoming-event`

function summed({ answers, unsent, seconds }: Offered) {
  const accepted = answers.filter(({ status }) => status < 300)
  const refused = answers.filter(({ status }) => status >= 300)
  return {
    goodput: accepted.length / seconds,
    offered: Math.round((answers.length + unsent) / seconds),
    answers: answers.length,
    acceptedP99: percentile(99, accepted),
    refusedP90: percentile(90, refused),
    refusedP99: percentile(99, refused),
    refused: refused.length,
    withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === undefined).length,
  }
}

function percentile(of100: number, answers: readonly Taken[]): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length * of100) / 100)] ?? 0
}
