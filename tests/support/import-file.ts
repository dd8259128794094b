import type { GuestImport, GuestImportRequest, RefusedRow } from '@millrace/contract/guest-import'
import { eventually, request } from './millrace.ts'

interface Problem {
  code: string
  message: string
  errors?: Record<string, string[]>
}
export type ImportAnswer = { message: string; guest_import: GuestImport } & Problem

/** The import operations of one organisation, as an integrator calls them. */
export function importsOf(url: string, token: () => string) {
  const address = `${url}/v1/guest-imports`
  const post = (id: string, what: string, json: unknown = {}) =>
    request<ImportAnswer>(`${address}/${id}/${what}`, { token: token(), json })
  const imports = {
    create: (json: GuestImportRequest | object, headers: Record<string, string> = {}) =>
      request<ImportAnswer>(address, { token: token(), json, headers }),
    add: (id: string, offset: number, content: string | Uint8Array) =>
      request<ImportAnswer>(`${address}/${id}/file`, {
        method: 'PUT',
        token: token(),
        json: { offset, content: Buffer.from(content as string).toString('base64') },
      }),
    start: (id: string, trial = false) => post(id, 'start', { trial }),
    undo: (id: string) => post(id, 'undo'),
    cancel: (id: string) => post(id, 'cancel'),
    read: async (id: string) =>
      (await request<ImportAnswer>(`${address}/${id}`, { token: token() })).body.guest_import,
    refused: async (id: string) =>
      (await request<{ data: RefusedRow[] }>(`${address}/${id}/refused-rows?limit=100`, { token: token() }))
        .body.data,
    /** Waits until the server has done what it was asked. */
    over: (id: string) =>
      eventually(
        () => imports.read(id),
        ({ status }) => !['receiving', 'checking', 'importing', 'undoing'].includes(status),
      ),
    /** A file that has arrived and is not started. */
    async sent(file: string | Uint8Array, settings: Partial<GuestImportRequest> = {}) {
      const { id } = (await imports.create({ format: 'csv', ...settings })).body.guest_import
      const answer = await imports.add(id, 0, file)
      if (answer.status !== 200) throw new Error(answer.text)
      return id
    },
    /** A whole import. */
    async imported(file: string | Uint8Array, settings: Partial<GuestImportRequest> = {}) {
      const id = await imports.sent(file, settings)
      await imports.start(id)
      return imports.over(id)
    },
  }
  return imports
}
