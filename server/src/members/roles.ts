import type { Role } from '@millrace/contract/member'

const ranks: Record<Role, number> = { staff: 0, viewer: 1, editor: 2, owner: 3 }

/** Each role includes the ones below it. */
export const isAtLeast = (role: Role, least: Role): boolean => ranks[role] >= ranks[least]
