import type { Change, GuestExport } from '@millrace/contract/dashboard/guests'
import type { Guest, NewGuest, PointsAdjustment } from '@millrace/contract/guest'
import type { Static } from 'typebox'
import { call } from '../../api/call.ts'

/** One function an address. */

interface GuestAnswer {
  readonly message: string
  readonly guest: Guest
}
const at = (id: string, rest = '') => `/guests/${encodeURIComponent(id)}${rest}`

export const registerGuest = (json: NewGuest) => call<GuestAnswer>('/guests', { method: 'POST', json })
export const changeGuest = (id: string, json: Change) => call<GuestAnswer>(at(id), { method: 'PATCH', json })
export const adjustPoints = (id: string, json: PointsAdjustment) =>
  call<GuestAnswer>(at(id, '/points'), { method: 'POST', json })
export const exportGuest = (id: string) => call<Static<typeof GuestExport>>(at(id, '/data'))
