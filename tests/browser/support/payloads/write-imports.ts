import { eventually } from '../../../support/millrace.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

interface Created {
  readonly guest_import: { readonly id: string; readonly status: string }
}

export interface Imports {
  readonly guestImport: string
  readonly otherImports: readonly string[]
}

/** Imports that were prepared with payloads, and one that was carried out: its row is refused, so that no guest is new. */
export async function writeImports(
  { kept, store, get }: Writer,
  serial: string,
  source: string,
): Promise<Imports> {
  const prepared: string[] = []
  const carriedOut: string[] = []
  for (const route of ['POST /v1/guest-imports', 'POST /dashboard/api/guest-imports'] as const) {
    const consent = { at: '2026-01-01T00:00:00Z', where: X, words: X }
    const settings = { format: 'csv', file_name: X, columns: { [X]: X }, serial, consent }
    const { id } = (await store<Created>(route, {}, settings)).guest_import
    const visits = { format: 'csv', kind: 'visits', file_name: X, source }
    prepared.push((await store<Created>(route, {}, visits)).guest_import.id)
    const file = `${route.replace('POST', 'PUT')}/:id/file`
    const column = kept.textOf(`${route} columns key`)
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    const rows = `email,${cell(column)}\n${cell(column)},${cell(column)}\n`
    await store(file, { id }, { offset: 0, content: Buffer.from(rows).toString('base64') })
    await store(`${route}/:id/start`, { id }, { trial: false })
    await eventually(
      () => get<Created>(`/guest-imports/${id}`),
      ({ guest_import: { status } }) => status !== 'importing',
    )
    carriedOut.push(id)
  }
  return { guestImport: carriedOut[1] as string, otherImports: [...prepared, ...carriedOut] }
}
