import { type ErrorCode, errorCatalogue } from '@millrace/contract/error'
import type { OAuthErrorCode } from '@millrace/contract/token'
import type { OpenApiDocument } from '../../../api/openapi-types.ts'
import { resolve } from '../../../features/schema/resolve.ts'
import type { OperationResponse } from './operations.ts'

/** RFC 6749 section 5.2 names the codes, and leaves most of their statuses to the reader. */
const oauthStatuses: Record<OAuthErrorCode, number[]> = {
  invalid_request: [400, 413],
  invalid_client: [400, 401],
  unsupported_grant_type: [400],
  invalid_scope: [400],
  too_many_requests: [429],
  temporarily_unavailable: [503],
  server_error: [500],
}

/** The codes an answer of this status can carry. */
export function codesOf(document: OpenApiDocument, { status, schema }: OperationResponse): string[] {
  if (schema === undefined || Number(status) < 400) return []
  const { properties } = resolve(document, schema).schema
  const ours = (properties?.code?.enum ?? []) as ErrorCode[]
  const oauth = (properties?.error?.enum ?? []) as OAuthErrorCode[]
  return [
    ...ours.filter(code => errorCatalogue[code]?.status === Number(status)),
    ...oauth.filter(code => oauthStatuses[code]?.includes(Number(status))),
  ]
}
