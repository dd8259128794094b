import type { GuestImport, GuestImportRequest } from '@millrace/contract/guest-import'
import * as imports from '@millrace/contract/operations/dashboard/guest-imports'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../../api/address.ts'
import type { Answer } from '../../../api/answer.ts'
import { call } from '../../../api/call.ts'
import { asked } from '../../../api/queries.ts'
import { toBase64 } from '../../../api/to-base64.ts'
import { isUnderWay } from './import-words.ts'

export const importKey = (id: string) => ['guest-import', id]
export const importsKey = ['guest-imports']

const FRESH_MS = 1_000
const SLOW_MS = 5_000
const PART = 1024 * 1024
const MOST_SHOWN = '100'

export const useImports = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: importsKey,
    queryFn: ({ signal }) =>
      asked(call(imports.listImports, { query: { limit: MOST_SHOWN }, signal })).then(({ data }) => data),
    refetchInterval: ({ state: { data } }) => data?.some(isUnderWay) === true && SLOW_MS,
  })

/** Kept up to date while the server works on it. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: importKey(id),
    queryFn: ({ signal }) =>
      asked(call(imports.readImport, { params: { id }, signal })).then(({ guest_import }) => guest_import),
    refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && FRESH_MS,
  })

/** The first of them. They are other ones after the next trial. */
export const useRefusedRows = ({ id, counts, status }: GuestImport) =>
  useQuery({
    queryKey: [...importKey(id), 'refused-rows', status, counts.refused],
    queryFn: ({ signal }) =>
      asked(call(imports.listRefusedRows, { params: { id }, query: { limit: MOST_SHOWN }, signal })),
  })

export const refusedRowsFile = (id: string) => addressOf(imports.exportRefusedRows, { params: { id } })

export const startImport = (id: string, trial: boolean) =>
  call(imports.startImport, { params: { id }, body: { trial } })
export const cancelImport = (id: string) => call(imports.cancelImport, { params: { id } })
export const undoImport = (id: string) => call(imports.undoImport, { params: { id } })

/** Sends a file and has it checked. After a failure it can be called again: then the file is sent from the start. */
export async function sendForTrial(
  settings: GuestImportRequest,
  file: Blob,
  onSent: (share: number) => void,
): Promise<Answer<{ guest_import: GuestImport }>> {
  const prepared = await call(imports.prepareImport, { body: settings })
  if (!prepared.ok) return prepared
  const { id } = prepared.value.guest_import
  for (let offset = 0; offset < file.size; offset += PART) {
    const content = toBase64(new Uint8Array(await file.slice(offset, offset + PART).arrayBuffer()))
    const sent = await call(imports.addImportPart, { params: { id }, body: { offset, content } })
    if (!sent.ok) return sent
    onSent(Math.min(1, (offset + PART) / file.size))
  }
  return startImport(id, true)
}
