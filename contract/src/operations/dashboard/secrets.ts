import { NamedSecretChange, NamedSecretList, NamedSecretSaved } from '../../dashboard/secrets.ts'
import { operation } from '../operation.ts'

export const listSecrets = operation({
  method: 'GET',
  path: '/dashboard/api/secrets',
  access: 'member',
  role: 'viewer',
  summary: 'The secrets that workflows can name, without their values',
  answers: { 200: NamedSecretList },
})

export const saveSecret = operation({
  method: 'PUT',
  path: '/dashboard/api/secrets/:name',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Save or replace a secret; its value is never shown again',
  body: NamedSecretChange,
  answers: { 200: NamedSecretSaved },
})

export const removeSecret = operation({
  method: 'DELETE',
  path: '/dashboard/api/secrets/:name',
  access: 'member',
  role: 'owner',
  confirmed: true,
  summary: 'Remove a secret; webhooks that name it fail from now on',
  answers: { 200: NamedSecretSaved },
})
