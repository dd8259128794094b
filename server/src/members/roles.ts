import type { Role } from '@millrace/contract/member'

const ranks: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 }

/** Each role includes the ones below it. */
export const isAtLeast = (role: Role, least: Role): boolean => ranks[role] >= ranks[least]
