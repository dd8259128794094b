import { isStoredId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { type Asked, findAsked } from '#messages/record-answer.ts'
import type { HttpParts } from '../parts.ts'
import { findReader, type Reader } from './reader.ts'

interface Request {
  readonly headers: Parameters<typeof findReader>[1]['headers']
  readonly params: { readonly token: string; readonly messageId: string }
}

/** The guest who has opened an answer, and the question. undefined for an address that Millrace did not make. */
export async function findQuestion(
  parts: HttpParts,
  request: Request,
): Promise<{ readonly reader: Reader; readonly asked: Asked } | undefined> {
  const { messageId } = request.params
  const reader = await findReader(parts, request)
  if (reader?.guest === undefined || !isStoredId(messageId)) return undefined
  const { organisationId, guestId } = reader.subscription
  const asked = await inTenant(parts.database, organisationId, tx =>
    findAsked(tx, organisationId, messageId, guestId),
  )
  return asked && { reader, asked }
}
