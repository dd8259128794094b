import { expect, test } from 'vitest'
import { signOnChange, signOnForm } from './sign-on-form.ts'

const stored = {
  issuer: 'https://id.example.com',
  client_id: 'millrace',
  scopes: ['groups'],
  domains: ['example.com', 'example.org'],
  group_claim: 'groups',
  grants: [
    { group: 'directors', role: 'owner' as const, serials: null },
    { group: 'harbour', role: 'editor' as const, serials: ['HARBOUR-01', 'PIER-02'] },
  ],
  default_grant: { role: 'viewer' as const, serials: null },
  enforced: true,
  saved_by: 'maya@example.com',
  updated_at: '2026-01-01T00:00:00Z',
}

test('what is stored and not changed is sent as it was, without the secret', () => {
  const { saved_by: _, updated_at: __, ...settings } = stored
  expect(signOnChange(signOnForm(stored))).toEqual(settings)
})

test('lists are read however they are separated, and domains without their @', () => {
  const form = { ...signOnForm(null), domains: '@Example.com; example.org', scopes: 'groups  roles' }
  expect(signOnChange(form)).toMatchObject({
    domains: ['example.com', 'example.org'],
    scopes: ['groups', 'roles'],
    default_grant: null,
  })
})

test('a new secret is sent', () => {
  expect(signOnChange({ ...signOnForm(stored), client_secret: 'new' }).client_secret).toBe('new')
})
