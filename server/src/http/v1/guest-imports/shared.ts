import type { GuestImportAnswer } from '@millrace/contract/guest-import'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '#access/identity.ts'
import { storedId } from '#base/ids.ts'
import type { Sql } from '#db/sql.ts'
import { type ImportRow, toImport } from '#jobs/import/import-row.ts'
import type { FilePlace } from '#jobs/import/window.ts'
import { changed } from '../../edge/guest-import.ts'
import { idempotentRequest } from '../../edge/idempotency-key.ts'
import { writeOnce } from '../../edge/write-once.ts'
import type { HttpParts } from '../../parts.ts'
import { type Faults, Refusal } from '../../refusal.ts'

export const actorOf = ({ clientId }: Pick<Identity, 'clientId'>): string => `API key ${clientId}`

export const importAnswer = (message: string, row: ImportRow): GuestImportAnswer => ({
  message,
  guest_import: toImport(row),
})

/** Which import the address names. */
export function placeOf({ identity, params }: FastifyRequest): FilePlace {
  const importId = storedId((params as { id: string }).id)
  if (importId === undefined) throw new Refusal('import_not_found')
  return { organisationId: identity.organisationId, importId }
}

/** A POST that changes the state of an import, once for each Idempotency-Key. */
export function changeOnce(
  parts: HttpParts,
  request: FastifyRequest,
  reply: FastifyReply,
  message: string,
  change: (tx: Sql, place: FilePlace, actor: string) => Promise<ImportRow | undefined>,
): Promise<FastifyReply> {
  const faults: Faults = {}
  const idempotency = idempotentRequest(request, 'guest-imports', request.body ?? null, faults)
  if (Object.keys(faults).length > 0) throw new Refusal('validation_failed', { errors: faults })
  const place = placeOf(request)
  return writeOnce(parts, reply, {
    organisationId: place.organisationId,
    idempotency,
    work: async tx => ({
      status: 200,
      location: null,
      answer: importAnswer(message, await changed(change(tx, place, actorOf(request.identity)))),
    }),
  })
}
