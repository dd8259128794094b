import {
  ScimTokenCreated,
  SignOnStart,
  SignOnStarted,
  SingleSignOnAnswer,
  SingleSignOnChange,
} from '../../single-sign-on.ts'
import { operation } from '../operation.ts'

export const beginSingleSignOn = operation({
  method: 'POST',
  path: '/dashboard/api/session/single-sign-on',
  access: 'public',
  summary: 'Start a sign-in at the identity provider of an organisation',
  body: SignOnStart,
  answers: { 200: SignOnStarted },
})

export const readSingleSignOn = operation({
  method: 'GET',
  path: '/dashboard/api/single-sign-on',
  access: 'member',
  role: 'owner',
  summary: 'The settings of single sign-on, without the client secret',
  answers: { 200: SingleSignOnAnswer },
})

export const saveSingleSignOn = operation({
  method: 'PUT',
  path: '/dashboard/api/single-sign-on',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Set up single sign-on; the identity provider is asked whether it is there',
  body: SingleSignOnChange,
  answers: { 200: SingleSignOnAnswer },
})

export const checkDomains = operation({
  method: 'POST',
  path: '/dashboard/api/single-sign-on/check',
  access: 'member',
  role: 'owner',
  heavy: true,
  summary: 'Look in the DNS for the records that prove the domains of single sign-on',
  answers: { 200: SingleSignOnAnswer },
})

export const removeSingleSignOn = operation({
  method: 'DELETE',
  path: '/dashboard/api/single-sign-on',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Turn single sign-on off; sessions that it started end',
  answers: { 200: SingleSignOnAnswer },
})

export const createScimToken = operation({
  method: 'POST',
  path: '/dashboard/api/single-sign-on/scim-token',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Create the token of SCIM, in place of the previous one',
  answers: { 201: ScimTokenCreated },
})

export const revokeScimToken = operation({
  method: 'DELETE',
  path: '/dashboard/api/single-sign-on/scim-token',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Revoke the token of SCIM; members stay',
  answers: { 200: SingleSignOnAnswer },
})
