import { drive } from '../bench/load.ts'
import { bodiesOf, eventHeaders, openBench, serve } from '../bench/service.ts'
import { residentMegabytes } from '../support/resident-memory.ts'
import { counted, type Proof } from './proof.ts'

const MOST_MB = 200
/** What garbage that has not been collected yet may make of a difference between two looks. */
const NOISE_MB = 10
const PARTS = 10

export const memory: Proof = {
  name: 'memory',
  promise: `a process that takes events, up to a million, and works off their runs stays below ${MOST_MB} MB, and does not grow`,
  async run({ quick, many, progress }) {
    const events = many({ quick: 20_000, hour: 150_000, whole: 1_000_000 })
    const bench = await openBench()
    const ours = await serve(bench, 'api,worker')
    const resident: number[] = []
    let taken = 0
    try {
      while (taken < events) {
        const seconds = quick ? 1 : 4
        const rate = await drive({
          url: `${ours.url}/v1/workflows/incoming-event`,
          seconds,
          connections: 64,
          headers: eventHeaders(ours.token),
          bodies: bodiesOf(bench),
        })
        taken += Math.round(rate * seconds)
        if (taken >= (events / PARTS) * (resident.length + 1))
          resident.push(await residentMegabytes(ours.child.pid))
        progress(`${counted(taken)} events, ${resident.at(-1)?.toFixed(0) ?? '?'} MB`)
      }
    } finally {
      await ours.child.stop()
      await bench.close()
    }
    const most = Math.max(...resident)
    const half = Math.ceil(resident.length / 2)
    const grown = Math.max(...resident.slice(half)) - Math.max(...resident.slice(0, half))
    return {
      tried: `${counted(taken)} events`,
      worst: `${resident.map(mb => mb.toFixed(0)).join(', ')} MB`,
      faults: [
        ...(most > MOST_MB ? [`${most.toFixed(0)} MB`] : []),
        ...(grown > NOISE_MB ? [`the second half took ${grown.toFixed(0)} MB more than the first`] : []),
      ],
    }
  },
}
