import { words } from './common.ts'

/**
 * What an API key may do. Each operation of `/v1` names the one scope that it needs; one that names none is only open to
 * keys that may do everything. A key is given some of these, or ALL:ALL, which is what a key has unless it is limited.
 */
export const scopes = {
  'events:write': 'Send events, and create the guests they are about',
  'events:read': 'Read events and their receipts',
  'runs:write': 'Store and cancel runs',
  'runs:read': 'Read runs',
  'guests:write': 'Register and change guests',
  'guests:read': 'Read guests',
  'loyalty:write': 'Change what loyalty holds. No operation needs it yet',
  'loyalty:read': 'Read what loyalty holds. No operation needs it yet',
  'subscriptions:write': 'Subscribe addresses to what happens, together with the scope to read it',
  'subscriptions:read': 'Read subscriptions and what was sent to them',
  'management:write': 'Send, pause and stop broadcasts, and start guests who were missed',
  'management:read': 'Read workflows, broadcasts and venues',
} as const

export type Scope = keyof typeof scopes

export const everyScope = 'ALL:ALL'

export const scopeNames = Object.keys(scopes) as Scope[]

/** A scope as a key is given it. */
export const GrantedScope = words([everyScope, ...scopeNames])

/** As OAuth writes scopes, with spaces in between. null: everything. */
export const scopeText = (granted: readonly Scope[] | null): string => granted?.join(' ') ?? everyScope
