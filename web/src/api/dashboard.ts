import {
  countAudit as auditCount,
  listAudit as auditList,
  verifyAudit as auditVerify,
} from '@millrace/contract/operations/dashboard/audit'
import * as keys from '@millrace/contract/operations/dashboard/keys'
import * as members from '@millrace/contract/operations/dashboard/members'
import * as factor from '@millrace/contract/operations/dashboard/second-factor'
import * as session from '@millrace/contract/operations/dashboard/session'
import * as signOn from '@millrace/contract/operations/dashboard/single-sign-on'
import type { Body } from '@millrace/contract/operations/operation'
import { addressOf } from './address.ts'
import { call } from './call.ts'

/** Members, their sessions, and keys: each operation as the pages ask it. */

const byLink = (token: string) => ({ headers: { 'x-link-token': token }, alone: true })

// ── before the sign-in ─────────────────────────────────────────────────────────────────────────────────────

export const readSetupLink = (token: string) => call(session.readSetupLink, byLink(token))

export type NewMember = Omit<Body<typeof session.setUp>, 'token'>
export const setUp = (token: string, member: NewMember) =>
  call(session.setUp, { body: { token, ...member }, alone: true })

export const readInvitation = (token: string) => call(session.readInvitation, byLink(token))
export const acceptInvitation = (
  token: string,
  member: Omit<Body<typeof session.acceptInvitation>, 'token'>,
) => call(session.acceptInvitation, { body: { token, ...member }, alone: true })

export const readResetLink = (token: string) => call(session.readResetLink, byLink(token))
export const resetPassword = (token: string, password: string) =>
  call(session.resetPassword, { body: { token, password }, alone: true })

export const signIn = (credentials: Body<typeof session.signIn>) =>
  call(session.signIn, { body: credentials, alone: true })

/** A question of the second factor, instead of a session. */
export const giveSecondFactor = (body: Body<typeof factor.giveSecondFactor>) =>
  call(factor.giveSecondFactor, { body, alone: true })
export const askForPasskey = () => call(factor.askForPasskey, { alone: true })
export const signInByPasskey = (body: Body<typeof factor.signInByPasskey>) =>
  call(factor.signInByPasskey, { body, alone: true })

export const beginSingleSignOn = (body: Body<typeof signOn.beginSingleSignOn>) =>
  call(signOn.beginSingleSignOn, { body, alone: true })

// ── the session ────────────────────────────────────────────────────────────────────────────────────────────

/** A visitor without a session goes to the sign-in page; no dialog is needed for that. */
export const readSession = (signal: AbortSignal) => call(session.readSession, { signal, alone: true })
export const confirmSession = (body: Body<typeof session.confirmSession>) =>
  call(session.confirmSession, { body, alone: true })
export const askToConfirm = () => call(factor.askToConfirm, { alone: true })
export const chooseOrganisation = (organisation_id: string) =>
  call(session.chooseOrganisation, { body: { organisation_id } })
export const signOut = () => call(session.signOut, { alone: true })
export const signOutEverywhere = () => call(session.signOutEverywhere)
export const listSessions = (signal: AbortSignal) => call(session.listSessions, { signal })
export const endSession = (id: string) => call(session.endSession, { params: { id } })
export const changeProfile = (body: Body<typeof session.changeProfile>) =>
  call(session.changeProfile, { body })

export const readSecondFactor = (signal: AbortSignal) => call(factor.readSecondFactor, { signal })
export const beginTotp = () => call(factor.beginTotp)
export const confirmTotp = (code: string) => call(factor.confirmTotp, { body: { code } })
export const removeTotp = () => call(factor.removeTotp)
export const makeRecoveryCodes = () => call(factor.makeRecoveryCodes)
export const askForNewPasskey = () => call(factor.askForNewPasskey)
export const addPasskey = (body: Body<typeof factor.addPasskey>) => call(factor.addPasskey, { body })
export const removePasskey = (id: string) => call(factor.removePasskey, { params: { id } })
export const readSignInRules = (signal: AbortSignal) => call(factor.readSignInRules, { signal })
export const saveSignInRules = (body: Body<typeof factor.saveSignInRules>) =>
  call(factor.saveSignInRules, { body })

export const readSingleSignOn = (signal: AbortSignal) => call(signOn.readSingleSignOn, { signal })
export const saveSingleSignOn = (body: Body<typeof signOn.saveSingleSignOn>) =>
  call(signOn.saveSingleSignOn, { body })
export const createScimToken = () => call(signOn.createScimToken)
export const revokeScimToken = () => call(signOn.revokeScimToken)
export const checkDomains = () => call(signOn.checkDomains)
export const removeSingleSignOn = () => call(signOn.removeSingleSignOn)

// ── members ────────────────────────────────────────────────────────────────────────────────────────────────

export const listMembers = (signal: AbortSignal) => call(members.listMembers, { signal })
export const changeMember = (id: string, body: Body<typeof members.changeMember>) =>
  call(members.changeMember, { params: { id }, body })
export const removeMember = (id: string) => call(members.removeMember, { params: { id } })
export const makeResetLink = (id: string) => call(members.makeResetLink, { params: { id } })
/** Where the server writes them as a file. */
export const membersFile = addressOf(members.exportMembers, { query: { format: 'csv' } })
export const inviteMember = (body: Body<typeof members.inviteMember>) => call(members.inviteMember, { body })
export const withdrawInvitation = (id: string) => call(members.withdrawInvitation, { params: { id } })

// ── API keys ───────────────────────────────────────────────────────────────────────────────────────────────

export const listKeys = (signal: AbortSignal) => call(keys.listKeys, { signal })
export const createKey = (body: Body<typeof keys.createKey>) => call(keys.createKey, { body })
export const changeKey = (clientId: string, body: Body<typeof keys.changeKey>) =>
  call(keys.changeKey, { params: { clientId }, body })
export const rotateKey = (clientId: string, grace_seconds: number) =>
  call(keys.rotateKey, { params: { clientId }, body: { grace_seconds } })
export const revokeKey = (clientId: string, name: string) =>
  call(keys.revokeKey, { params: { clientId }, body: { name } })
export const listKeyRequests = (clientId: string, cursor: string | null, signal: AbortSignal) =>
  call(keys.listKeyRequests, { params: { clientId }, query: { cursor }, signal })

// ── the audit log ──────────────────────────────────────────────────────────────────────────────────────────

export interface AuditFilter {
  readonly actor: string
  readonly action: string
  readonly subject: string
}
export const listAudit = (filter: AuditFilter, cursor: string | null, signal: AbortSignal) =>
  call(auditList, { query: { ...filter, cursor }, signal })
export const countAudit = (filter: AuditFilter, signal: AbortSignal) =>
  call(auditCount, { query: filter, signal })
export const verifyAudit = () => call(auditVerify, {})
