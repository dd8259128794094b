import type { FastifyReply } from 'fastify'
import type { ScimRefusal } from '#members/scim/scim-refusal.ts'
import { toError } from '#members/scim/wire.ts'

export const SCIM_TYPE = 'application/scim+json; charset=utf-8'

export const sendScimRefusal = (
  reply: FastifyReply,
  refusal: Pick<ScimRefusal, 'status' | 'scimType' | 'message'>,
): FastifyReply =>
  reply
    .code(refusal.status)
    .type(SCIM_TYPE)
    .send(JSON.stringify(toError(refusal)))
