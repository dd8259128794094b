import * as guests from '@millrace/contract/operations/dashboard/guests'
import type { Body } from '@millrace/contract/operations/operation'
import { call } from '../../api/call.ts'

export const registerGuest = (body: Body<typeof guests.registerGuest>) => call(guests.registerGuest, { body })
export const changeGuest = (id: string, body: Body<typeof guests.changeGuest>) =>
  call(guests.changeGuest, { params: { id }, body })
export const adjustPoints = (id: string, body: Body<typeof guests.adjustPoints>) =>
  call(guests.adjustPoints, { params: { id }, body })
export const exportGuest = (id: string) => call(guests.exportGuest, { params: { id } })
export const previewMerge = (id: string, other: string) =>
  call(guests.mergeGuests, {
    params: { id },
    body: { organisation_registration_id: other, dry_run: true },
  })
export const mergeGuests = (id: string, other: string) =>
  call(guests.mergeGuests, { params: { id }, body: { organisation_registration_id: other } })
export const undoMerge = (mergedId: string) => call(guests.undoMerge, { params: { id: mergedId } })
export const listGuestMerges = (id: string, signal: AbortSignal) =>
  call(guests.listGuestMerges, { params: { id }, signal })
