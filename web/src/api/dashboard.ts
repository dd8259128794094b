import type {
  ApiKeyList,
  ApiKeySecret,
  ApiRequestList,
  AuditList,
  InvitationAnswer,
  MemberAnswer,
  MemberChange,
  MemberList,
  Message,
  NewInvitation,
} from '@millrace/contract/member'
import type {
  InvitationLook,
  OpenSessions,
  ProfileChange,
  SessionAnswer,
  SetupLook,
  SignIn,
} from '@millrace/contract/session'
import type { Static } from 'typebox'
import { type Call, call } from './call.ts'
import { query } from './query.ts'

/** The dashboard's API, one function an address. Types come from the contract. */

const part = encodeURIComponent
const post = (json: unknown = {}): Call => ({ method: 'POST', json })
const byLink = (token: string): Call => ({ headers: { 'x-link-token': token }, alone: true })

// ── before the sign-in ─────────────────────────────────────────────────────────────────────────────────────

export const readSetupLink = (token: string) => call<Static<typeof SetupLook>>('/setup', byLink(token))

export interface NewMember {
  readonly email: string
  readonly name: string
  readonly password: string
  readonly organisation_name?: string
}
export const setUp = (token: string, member: NewMember) =>
  call<Static<typeof SessionAnswer>>('/setup', { ...post({ token, ...member }), alone: true })

export const readInvitation = (token: string) =>
  call<Static<typeof InvitationLook>>('/invitation', byLink(token))
export const acceptInvitation = (token: string, member: { name?: string; password: string }) =>
  call<Static<typeof SessionAnswer>>('/invitation', { ...post({ token, ...member }), alone: true })

export const signIn = (credentials: Static<typeof SignIn>) =>
  call<Static<typeof SessionAnswer>>('/session', { ...post(credentials), alone: true })

// ── the session ────────────────────────────────────────────────────────────────────────────────────────────

/** Whoever is not signed in goes to the sign-in page; no dialog is needed for that. */
export const readSession = (signal: AbortSignal) =>
  call<Static<typeof SessionAnswer>>('/session', { signal, alone: true })
export const confirmSession = (password: string) =>
  call<Static<typeof SessionAnswer>>('/session/confirm', { ...post({ password }), alone: true })
export const chooseOrganisation = (organisation_id: string) =>
  call<Static<typeof SessionAnswer>>('/session', { method: 'PATCH', json: { organisation_id } })
export const signOut = () => call<Static<typeof Message>>('/session', { method: 'DELETE', alone: true })
export const signOutEverywhere = () => call<Static<typeof Message>>('/sessions', { method: 'DELETE' })
export const listSessions = (signal: AbortSignal) =>
  call<Static<typeof OpenSessions>>('/sessions', { signal })
export const endSession = (id: string) =>
  call<Static<typeof Message>>(`/sessions/${part(id)}`, { method: 'DELETE' })
export const changeProfile = (change: Static<typeof ProfileChange>) =>
  call<Static<typeof SessionAnswer>>('/profile', { method: 'PATCH', json: change })

// ── members ────────────────────────────────────────────────────────────────────────────────────────────────

export const listMembers = (signal: AbortSignal) => call<Static<typeof MemberList>>('/members', { signal })
export const changeMember = (id: string, change: MemberChange) =>
  call<Static<typeof MemberAnswer>>(`/members/${part(id)}`, { method: 'PATCH', json: change })
export const removeMember = (id: string) =>
  call<Static<typeof Message>>(`/members/${part(id)}`, { method: 'DELETE' })
export const inviteMember = (invitation: NewInvitation) =>
  call<Static<typeof InvitationAnswer>>('/members/invitations', post(invitation))
export const withdrawInvitation = (id: string) =>
  call<Static<typeof Message>>(`/members/invitations/${part(id)}`, { method: 'DELETE' })

// ── API keys ───────────────────────────────────────────────────────────────────────────────────────────────

export const listKeys = (signal: AbortSignal) => call<Static<typeof ApiKeyList>>('/keys', { signal })
export const createKey = (name: string) => call<Static<typeof ApiKeySecret>>('/keys', post({ name }))
export const rotateKey = (clientId: string, grace_seconds: number) =>
  call<Static<typeof ApiKeySecret>>(`/keys/${part(clientId)}/rotate`, post({ grace_seconds }))
export const revokeKey = (clientId: string, name: string) =>
  call<Static<typeof Message>>(`/keys/${part(clientId)}/revoke`, post({ name }))
export const listKeyRequests = (clientId: string, cursor: string | null, signal: AbortSignal) =>
  call<Static<typeof ApiRequestList>>(`/keys/${part(clientId)}/requests${query({ cursor })}`, { signal })

// ── the audit log ──────────────────────────────────────────────────────────────────────────────────────────

export interface AuditFilter {
  readonly actor: string
  readonly action: string
  readonly subject: string
}
export const listAudit = (filter: AuditFilter, cursor: string | null, signal: AbortSignal) =>
  call<Static<typeof AuditList>>(`/audit${query({ ...filter, cursor })}`, { signal })
