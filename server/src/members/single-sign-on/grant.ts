import type { SignOnProblem } from '@millrace/contract/sign-on-problem'
import type { DefaultGrant, GroupGrant } from '@millrace/contract/single-sign-on'
import { storedEmail } from '../account.ts'

/** What an identity provider says about a person, its signature checked. */
export type Claims = Readonly<Record<string, unknown>>

export interface GrantRules {
  readonly domains: readonly string[]
  /** Those of them that nobody has proven to be the organisation's: they do not count. */
  readonly unproven: readonly string[]
  readonly group_claim: string
  readonly grants: readonly GroupGrant[]
  readonly default_grant: DefaultGrant | null
}

export interface Granted {
  readonly email: string
  readonly name: string
  readonly grant: DefaultGrant
}

/** Longer lists are cut: a person in thousands of groups is still in the first of them. */
const MOST_GROUPS = 5_000
const LONGEST_NAME = 100

/**
 * What a person may do here, by what the identity provider says: a pure function. The address has to be verified there:
 * at many providers people can write any address into their profile.
 */
export function grantOf(
  claims: Claims,
  rules: GrantRules,
):
  | Granted
  | Extract<SignOnProblem, 'email_not_verified' | 'other_domain' | 'domain_not_proven' | 'no_access'> {
  const email = typeof claims.email === 'string' ? storedEmail(claims.email) : ''
  const parts = email.split('@')
  if (!isVerified(claims) || parts.length !== 2 || email.length > 254) return 'email_not_verified'
  const domain = parts[1] as string
  if (!rules.domains.includes(domain)) return 'other_domain'
  if (rules.unproven.includes(domain)) return 'domain_not_proven'
  const fitting = fittingGrant(groupsOf(claims[rules.group_claim]), rules)
  if (fitting === null) return 'no_access'
  return {
    email,
    name: nameOf(claims, parts[0] as string),
    grant: fitting,
  }
}

/** Null: nothing is granted to people in these groups. */
export function fittingGrant(
  groups: ReadonlySet<unknown>,
  { grants, default_grant }: Pick<GrantRules, 'grants' | 'default_grant'>,
): DefaultGrant | null {
  const fitting = grants.find(({ group }) => groups.has(group)) ?? default_grant
  return fitting === null ? null : { role: fitting.role, serials: fitting.serials }
}

/**
 * Microsoft Entra ID has no `email_verified`. In its place, an optional claim says that the owner of the domain of the
 * address is verified (`xms_edov`). Nobody else's claim of that name counts.
 */
function isVerified({ email_verified, xms_edov, iss }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true
  const isMicrosoft = typeof iss === 'string' && iss.startsWith('https://login.microsoftonline.com/')
  return isMicrosoft && (xms_edov === true || xms_edov === 1 || xms_edov === '1')
}

/** A list, or a single name. */
function groupsOf(claim: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(claim) ? claim.slice(0, MOST_GROUPS) : [claim])
}

function nameOf({ name }: Claims, fallback: string): string {
  const text = typeof name === 'string' ? name.replace(/\p{Cc}/gu, ' ').trim() : ''
  return (text === '' ? fallback : text).slice(0, LONGEST_NAME)
}
