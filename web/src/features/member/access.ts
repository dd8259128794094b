import type { MemberChange, Role } from '@millrace/contract/member'
import { t } from '../../language/words.ts'

/** The form of a member's access: role and venues. */
export interface Access {
  readonly role: Role
  readonly venues: 'all' | 'some'
  /** Serials, with commas or spaces in between. */
  readonly serials: string
}

export const roles: readonly { value: Role; label: string }[] = [
  { value: 'staff', label: t`Staff: does tasks, sees nothing else` },
  { value: 'viewer', label: t`Viewer: can look` },
  { value: 'editor', label: t`Editor: can change what guests get` },
  { value: 'owner', label: t`Owner: also manages members and keys` },
]

/** In a sentence. */
export const roleNames: Readonly<Record<Role, string>> = {
  staff: t`staff`,
  viewer: t`viewer`,
  editor: t`editor`,
  owner: t`owner`,
}

export const accessOf = ({ role, serials }: { role: Role; serials: readonly string[] | null }): Access => ({
  role,
  venues: serials === null ? 'all' : 'some',
  serials: serials?.join(', ') ?? '',
})

/** An owner sees all venues, whatever was chosen before. */
export const toChange = ({ role, venues, serials }: Access): MemberChange => ({
  role,
  serials: role === 'owner' || venues === 'all' ? null : serials.split(/[\s,;]+/).filter(Boolean),
})
