import { Message } from '../../member.ts'
import {
  FactorAdded,
  NewPasskey,
  PasskeyAnswer,
  PasskeyQuestion,
  RecoveryCodes,
  SecondFactor,
  SecondFactorAnswer,
  SignInRules,
  SignInRulesAnswer,
  SignInRulesChange,
  TotpConfirmation,
  TotpSecret,
} from '../../second-factor.ts'
import { SessionAnswer } from '../../session.ts'
import { operation } from '../operation.ts'

export const giveSecondFactor = operation({
  method: 'POST',
  path: '/dashboard/api/session/second-factor',
  access: 'public',
  summary: 'Give the second factor, after the password',
  description: 'A code of the app, a recovery code, or the signature of a passkey.',
  body: SecondFactorAnswer,
  answers: { 200: SessionAnswer },
})

export const askForPasskey = operation({
  method: 'POST',
  path: '/dashboard/api/session/passkey-options',
  access: 'public',
  summary: 'What a passkey has to sign, to sign in without a password',
  answers: { 200: PasskeyQuestion },
})

export const signInByPasskey = operation({
  method: 'POST',
  path: '/dashboard/api/session/passkey',
  access: 'public',
  summary: 'Sign in by a passkey',
  body: PasskeyAnswer,
  answers: { 200: SessionAnswer },
})

export const askToConfirm = operation({
  method: 'POST',
  path: '/dashboard/api/session/confirm-options',
  access: 'session',
  summary: 'What a passkey has to sign instead of giving the password again',
  answers: { 200: PasskeyQuestion },
})

export const readSecondFactor = operation({
  method: 'GET',
  path: '/dashboard/api/profile/second-factor',
  access: 'session',
  summary: 'Your app, your passkeys and how many recovery codes are left',
  answers: { 200: SecondFactor },
})

export const beginTotp = operation({
  method: 'POST',
  path: '/dashboard/api/profile/totp',
  access: 'session',
  confirmed: true,
  summary: 'Get a secret for an authenticator app',
  description: 'It is not asked for until a first code has shown that the app has it.',
  answers: { 200: TotpSecret },
})

export const removeTotp = operation({
  method: 'DELETE',
  path: '/dashboard/api/profile/totp',
  access: 'session',
  confirmed: true,
  summary: 'Remove the authenticator app',
  answers: { 200: Message },
})

export const confirmTotp = operation({
  method: 'POST',
  path: '/dashboard/api/profile/totp/confirm',
  access: 'session',
  confirmed: true,
  summary: 'Give the first code of the app',
  body: TotpConfirmation,
  answers: { 200: FactorAdded },
})

export const makeRecoveryCodes = operation({
  method: 'POST',
  path: '/dashboard/api/profile/recovery-codes',
  access: 'session',
  confirmed: true,
  summary: 'Replace the recovery codes',
  answers: { 200: RecoveryCodes },
})

export const askForNewPasskey = operation({
  method: 'POST',
  path: '/dashboard/api/profile/passkeys/options',
  access: 'session',
  confirmed: true,
  summary: 'What a browser needs to make a passkey',
  answers: { 200: PasskeyQuestion },
})

export const addPasskey = operation({
  method: 'POST',
  path: '/dashboard/api/profile/passkeys',
  access: 'session',
  confirmed: true,
  summary: 'Add a passkey',
  body: NewPasskey,
  answers: { 200: FactorAdded },
})

export const removePasskey = operation({
  method: 'DELETE',
  path: '/dashboard/api/profile/passkeys/:id',
  access: 'session',
  confirmed: true,
  summary: 'Remove a passkey',
  answers: { 200: Message },
})

export const readSignInRules = operation({
  method: 'GET',
  path: '/dashboard/api/sign-in-rules',
  access: 'member',
  role: 'owner',
  summary: 'How members of the organisation sign in',
  answers: { 200: SignInRules },
})

export const saveSignInRules = operation({
  method: 'PUT',
  path: '/dashboard/api/sign-in-rules',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Require a second factor of every member, or not',
  body: SignInRulesChange,
  answers: { 200: SignInRulesAnswer },
})
