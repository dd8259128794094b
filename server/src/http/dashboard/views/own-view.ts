import type { SavedView } from '@millrace/contract/dashboard/views'
import type { Sql } from '#db/sql.ts'
import type { ActingMember } from '#members/session.ts'
import { findView } from '#members/views/views.ts'
import { Refusal } from '../../refusal.ts'

/** A view that the member may change: their own, or as an owner any that is shared. */
export async function requireOwnView(tx: Sql, member: ActingMember, id: string): Promise<SavedView> {
  const view = await findView(tx, member, id)
  if (view === undefined) throw new Refusal('view_not_found')
  if (!view.own && member.role !== 'owner') throw new Refusal('role_needed')
  return view
}
