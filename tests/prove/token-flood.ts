import { openDatabase } from '../../server/src/db/database.ts'
import { createTestOrganisation, newAddress, request } from '../support/millrace.ts'
import { startProcess } from '../support/processes.ts'
import { counted, type Proof } from './proof.ts'

const PROCESSES = 4
const CONNECTIONS = 32
const LIMIT = 20
const WINDOW_MS = 60_000

/** It was admitted somewhere between these two, by performance.now(). */
interface Admitted {
  readonly sent: number
  readonly answered: number
}

/** The most that were admitted within one window for certain, whenever between sending and answer each one was. */
export function worstWindow(admitted: readonly Admitted[]): number {
  return Math.max(
    0,
    ...admitted.map(
      first =>
        admitted.filter(other => other.sent >= first.sent && other.answered < first.sent + WINDOW_MS).length,
    ),
  )
}

export const tokenFlood: Proof = {
  name: 'token-flood',
  promise:
    'four processes flooded for up to three minutes issue no 21st token to a client within any 60 seconds, and every one of the 20',
  async run({ many, createDatabase, progress }) {
    const lasting = many({ quick: 5_000, hour: WINDOW_MS + 5_000, whole: 3 * WINDOW_MS + 5_000 })
    const testDatabase = await createDatabase()
    const database = openDatabase(testDatabase.connection, {
      applicationName: 'millrace test',
      tenantConnections: 1,
      engineConnections: 1,
      onError: () => {},
    })
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, () =>
        startProcess({ databaseUrl: testDatabase.url, roles: ['api'] }),
      ),
    )
    const { clientId, clientSecret } = await createTestOrganisation(
      processes[0]?.url as string,
      database,
      'Flood',
    )
    const admitted: Admitted[] = []
    const others = new Map<number, number>()
    const began = performance.now()
    let asked = 0
    const flood = processes.flatMap(({ url }) =>
      Array.from({ length: CONNECTIONS }, async () => {
        const address = newAddress()
        while (performance.now() - began < lasting) {
          const sent = performance.now()
          const { status } = await request(`${url}/oauth/token`, {
            headers: { 'x-forwarded-for': address },
            json: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
          })
          asked += 1
          if (status === 200) admitted.push({ sent, answered: performance.now() })
          else others.set(status, (others.get(status) ?? 0) + 1)
        }
      }),
    )
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / 1_000)
      progress(
        `${seconds} of ${Math.round(lasting / 1_000)} s, ${counted(asked)} asked, ${admitted.length} issued`,
      )
    }, 1_000)
    await Promise.all(flood)
    clearInterval(timer)
    await Promise.all(processes.map(process => process.stop()))
    await database.close()
    await testDatabase.drop()

    const worst = worstWindow(admitted)
    const due = LIMIT * Math.ceil(lasting / WINDOW_MS)
    const wrong = [...others].filter(([status]) => status !== 429)
    return {
      tried: `${counted(asked)} requests over ${PROCESSES} processes and ${PROCESSES * CONNECTIONS} connections`,
      worst: `${worst} in the fullest 60 s`,
      control: `two bursts at the edge of a minute count as ${worstWindow(edge)}`,
      faults: [
        ...(worst > LIMIT ? [`${worst} tokens within 60 seconds`] : []),
        ...(admitted.length < due ? [`${admitted.length} tokens were issued where ${due} were due`] : []),
        ...wrong.map(([status, times]) => `${times} answers were ${status}`),
        // The examination itself, on what a fixed window would let through at its edge.
        ...(worstWindow(edge) === 2 * LIMIT
          ? []
          : ['two bursts at the edge of a minute would not be noticed']),
      ],
    }
  },
}

const edge = Array.from({ length: 2 * LIMIT }, (_, n) => {
  const at = n < LIMIT ? 59_900 : 60_100
  return { sent: at, answered: at + 5 }
})
