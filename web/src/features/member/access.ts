import type { MemberChange, Role } from '@millrace/contract/member'

/** The form of a member's access: role and venues. */
export interface Access {
  readonly role: Role
  readonly venues: 'all' | 'some'
  /** Serials, with commas or spaces in between. */
  readonly serials: string
}

export const roles: readonly { value: Role; label: string }[] = [
  { value: 'viewer', label: 'Viewer: can look' },
  { value: 'editor', label: 'Editor: can change what guests get' },
  { value: 'owner', label: 'Owner: also manages members and keys' },
]

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

export const venuesInWords = (serials: readonly string[] | null): string =>
  serials === null ? 'all venues' : serials.length === 0 ? 'no venue' : serials.join(', ')
