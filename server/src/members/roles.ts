import type { Role } from '@millrace/contract/member'

const ranks: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 }

/** Each role may do what the ones below it may. */
export const isAtLeast = (role: Role, least: Role): boolean => ranks[role] >= ranks[least]
