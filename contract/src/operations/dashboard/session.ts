import { Reset, ResetLook } from '../../dashboard/members.ts'
import { Message } from '../../member.ts'
import { SecondFactorQuestion } from '../../second-factor.ts'
import {
  Acceptance,
  Confirmation,
  InvitationLook,
  LinkHeaders,
  OpenSessions,
  OrganisationChoice,
  ProfileChange,
  SessionAnswer,
  Setup,
  SetupLook,
  SignIn,
} from '../../session.ts'
import { operation } from '../operation.ts'

export const readInvitation = operation({
  method: 'GET',
  path: '/dashboard/api/invitation',
  access: 'public',
  summary: 'What an invitation is for',
  headers: LinkHeaders,
  answers: { 200: InvitationLook },
})

export const acceptInvitation = operation({
  method: 'POST',
  path: '/dashboard/api/invitation',
  access: 'public',
  summary: 'Accept an invitation',
  description: 'With 202, the password is right and a second factor is needed.',
  body: Acceptance,
  answers: { 201: SessionAnswer, 202: SecondFactorQuestion },
})

export const changeProfile = operation({
  method: 'PATCH',
  path: '/dashboard/api/profile',
  access: 'session',
  summary: 'Change your name, your language or your password',
  description: 'A new password needs the current one, and ends your sessions on other devices.',
  body: ProfileChange,
  answers: { 200: SessionAnswer },
})

export const signOut = operation({
  method: 'DELETE',
  path: '/dashboard/api/session',
  access: 'session',
  summary: 'Sign out',
  answers: { 200: Message },
})

export const readSession = operation({
  method: 'GET',
  path: '/dashboard/api/session',
  access: 'session',
  summary: 'Who is signed in',
  answers: { 200: SessionAnswer },
})

export const chooseOrganisation = operation({
  method: 'PATCH',
  path: '/dashboard/api/session',
  access: 'session',
  summary: 'Choose one of your organisations',
  body: OrganisationChoice,
  answers: { 200: SessionAnswer },
})

export const signIn = operation({
  method: 'POST',
  path: '/dashboard/api/session',
  access: 'public',
  summary: 'Sign in',
  description: 'With 202, the password is right and a second factor is needed.',
  body: SignIn,
  answers: { 200: SessionAnswer, 202: SecondFactorQuestion },
})

export const confirmSession = operation({
  method: 'POST',
  path: '/dashboard/api/session/confirm',
  access: 'session',
  summary: 'Give the password again, or sign with a passkey, for ten minutes',
  body: Confirmation,
  answers: { 200: SessionAnswer },
})

export const readResetLink = operation({
  method: 'GET',
  path: '/dashboard/api/session/reset',
  access: 'public',
  summary: 'Whose password a link is for',
  headers: LinkHeaders,
  answers: { 200: ResetLook },
})

export const resetPassword = operation({
  method: 'POST',
  path: '/dashboard/api/session/reset',
  access: 'public',
  summary: 'Choose a new password by a link',
  description: 'Ends all sessions of the member, who signs in with it then.',
  body: Reset,
  answers: { 200: Message },
})

export const signOutEverywhere = operation({
  method: 'DELETE',
  path: '/dashboard/api/sessions',
  access: 'session',
  summary: 'Sign out on every device, this one too',
  answers: { 200: Message },
})

export const listSessions = operation({
  method: 'GET',
  path: '/dashboard/api/sessions',
  access: 'session',
  summary: 'Where you are signed in',
  answers: { 200: OpenSessions },
})

export const endSession = operation({
  method: 'DELETE',
  path: '/dashboard/api/sessions/:id',
  access: 'session',
  confirmed: true,
  summary: 'Sign out on one of your devices',
  answers: { 200: Message },
})

export const readSetupLink = operation({
  method: 'GET',
  path: '/dashboard/api/setup',
  access: 'public',
  summary: 'What a setup link is for',
  headers: LinkHeaders,
  answers: { 200: SetupLook },
})

export const setUp = operation({
  method: 'POST',
  path: '/dashboard/api/setup',
  access: 'public',
  summary: 'Become the first member of an organisation',
  body: Setup,
  answers: { 201: SessionAnswer, 202: SecondFactorQuestion },
})
