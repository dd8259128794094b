import type { SingleSignOn, SingleSignOnChange } from '@millrace/contract/single-sign-on'
import { type Access, accessOf, toChange } from '../../features/member/access.ts'

export interface GroupRow extends Access {
  readonly group: string
}

/** The form of single sign-on. */
export interface SignOnForm {
  readonly issuer: string
  readonly client_id: string
  /** Empty: the stored one stays. */
  readonly client_secret: string
  readonly scopes: string
  readonly domains: string
  readonly group_claim: string
  readonly grants: readonly GroupRow[]
  /** What people in none of the groups have. */
  readonly others: 'none' | 'some'
  readonly default_grant: Access
  readonly enforced: boolean
}

export const freshAccess: Access = { role: 'viewer', venues: 'all', serials: '' }

export const signOnForm = (stored: SingleSignOn | null): SignOnForm => ({
  issuer: stored?.issuer ?? '',
  client_id: stored?.client_id ?? '',
  client_secret: '',
  scopes: stored?.scopes.join(' ') ?? '',
  domains: stored?.domains.join(', ') ?? '',
  group_claim: stored?.group_claim ?? 'groups',
  grants: stored?.grants.map(grant => ({ group: grant.group, ...accessOf(grant) })) ?? [],
  others: stored?.default_grant ? 'some' : 'none',
  default_grant: stored?.default_grant ? accessOf(stored.default_grant) : freshAccess,
  enforced: stored?.enforced ?? false,
})

const listed = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

const grantOf = (access: Access) => {
  const { role, serials = null } = toChange(access)
  return { role, serials }
}

export const signOnChange = (form: SignOnForm): SingleSignOnChange => ({
  issuer: form.issuer.trim(),
  client_id: form.client_id.trim(),
  ...(form.client_secret === '' ? {} : { client_secret: form.client_secret }),
  scopes: listed(form.scopes),
  domains: listed(form.domains).map(domain => domain.replace(/^@/, '').toLowerCase()),
  group_claim: form.group_claim.trim(),
  grants: form.grants.map(({ group, ...access }) => ({ group, ...grantOf(access) })),
  default_grant: form.others === 'none' ? null : grantOf(form.default_grant),
  enforced: form.enforced,
})
