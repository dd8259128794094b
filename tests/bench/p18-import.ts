import { setTimeout as sleep } from 'node:timers/promises'
import type { GuestImport } from '@millrace/contract/guest-import'
import { request } from '../support/millrace.ts'
import { residentMegabytes } from '../support/resident-memory.ts'
import type { Benchmark } from './benchmark.ts'
import { openBench, serve } from './service.ts'

const LIMIT_SECONDS = 120
const PART = 1024 * 1024
const KNOWN = 2_000

/** Every third guest has agreed to e-mail, and the first 2,000 rows are about guests who are there already. */
const fileOf = (rows: number): Buffer =>
  Buffer.from(
    `email,phone,name,tags,attributes.city,email_consent,consent_at,consent_where,consent_words\n${Array.from(
      { length: rows },
      (_, row) =>
        `${row < KNOWN ? 'guest' : 'imported'}${row + 1}@example.com,+4420${String(70_000_000 + row)},Imported ${row},` +
        `regular;vip,Leeds,${row % 3 === 0 ? 'yes' : ''},2026-03-01,Web form,Send me offers\n`,
    ).join('')}`,
  )

/** How long an import of 100,000 guests takes, from the first part of the file to the last guest; and what memory it needs. */
export const p18: Benchmark = {
  id: 'P18',
  async run({ smoke }) {
    const rows = smoke ? 500 : 100_000
    const bench = await openBench({ guests: Math.min(KNOWN, rows) })
    const ours = await serve(bench, 'api,worker')
    const { token } = ours
    const address = `${ours.url}/v1/guest-imports`
    const send = async (url: string, json: unknown, method = 'POST') =>
      (await request<{ guest_import: GuestImport }>(url, { method, token, json })).body.guest_import
    try {
      const file = fileOf(rows)
      const idle = await residentMegabytes(ours.child.pid)
      const memory: number[] = []
      const began = performance.now()
      const { id } = await send(address, { format: 'csv' })
      for (let offset = 0; offset < file.length; offset += PART)
        await send(
          `${address}/${id}/file`,
          { offset, content: file.subarray(offset, offset + PART).toString('base64') },
          'PUT',
        )
      let current = await send(`${address}/${id}/start`, {})
      while (current.status === 'importing') {
        await sleep(smoke ? 50 : 500)
        memory.push(await residentMegabytes(ours.child.pid))
        current = (await request<{ guest_import: GuestImport }>(`${address}/${id}`, { token })).body
          .guest_import
      }
      const seconds = (performance.now() - began) / 1_000
      const { created, changed, refused } = current.counts
      if (created + changed !== rows) throw new Error(`${JSON.stringify(current)} after ${rows} rows`)
      const third = memory.slice(Math.floor(memory.length / 3))
      return {
        id: 'P18',
        what: `importing ${rows.toLocaleString('en-GB')} rows of guests`,
        against: `${LIMIT_SECONDS} s`,
        unit: 's',
        must: { atMost: 1 },
        ours: [seconds],
        theirs: [LIMIT_SECONDS],
        notes: [
          `${created} created, ${changed} changed, ${refused} refused`,
          `resident memory: idle ${idle.toFixed(0)} MB; after the first third between ` +
            `${Math.min(...third).toFixed(0)} and ${Math.max(...third).toFixed(0)} MB`,
        ],
      }
    } finally {
      await ours.child.stop()
      await bench.close()
    }
  },
}
