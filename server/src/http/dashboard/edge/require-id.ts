import type { DashboardErrorCode, ErrorCode } from '@millrace/contract/error'
import { storedId } from '#base/ids.ts'
import { Refusal } from '../../refusal.ts'

/** The id in an address. Whatever else stands there names nothing that exists. */
export function requireId(text: string, otherwise: ErrorCode | DashboardErrorCode): string {
  const id = storedId(text)
  if (id === undefined) throw new Refusal(otherwise)
  return id
}
