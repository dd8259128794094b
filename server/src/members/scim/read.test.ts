import { expect, test } from 'vitest'
import { readFilter } from './read-filter.ts'
import { patchGroup, readGroup } from './read-group.ts'
import { patchUser, readUser } from './read-user.ts'

const patch = (...Operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
const maya = { userName: 'maya@harbour.example', externalId: 'x1', name: 'Maya', active: true }
const refusing = (scimType: string) => expect.objectContaining({ name: 'ScimRefusal', status: 400, scimType })
const thrownBy = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

test.each([
  ['userName eq "maya@harbour.example"', { attribute: 'userName', value: 'maya@harbour.example' }],
  ['  username EQ "a \\"b\\" c" ', { attribute: 'userName', value: 'a "b" c' }],
  ['externalId eq "7"', { attribute: 'externalId', value: '7' }],
])('the filter %s is understood', (text, filter) => {
  expect(readFilter(text, ['userName', 'externalId'])).toEqual(filter)
})

test.each([
  '',
  'userName',
  'userName co "a"',
  'userName eq a',
  'userName eq "a" or userName eq "b"',
  'password eq "a"',
  'userName eq "\\x"',
])('the filter %j is refused', text => {
  expect(thrownBy(() => readFilter(text, ['userName']))).toEqual(refusing('invalidFilter'))
})

test('a user is what is kept of it', () => {
  const created = readUser({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'Maya@Harbour.example',
    name: { givenName: 'Maya', familyName: 'Okafor' },
    emails: [{ primary: true, value: 'other@harbour.example' }],
    active: true,
    groups: [],
  })
  expect(created).toEqual({
    userName: 'maya@harbour.example',
    externalId: null,
    name: 'Maya Okafor',
    active: true,
  })
  // A replacement that says nothing about it does not let someone in again.
  expect(readUser({ userName: 'maya@harbour.example' }, { ...maya, active: false })).toEqual({
    ...maya,
    active: false,
  })
})

test.each([
  [null, 'invalidSyntax'],
  [{}, 'invalidValue'],
  [{ userName: 'maya' }, 'invalidValue'],
  [{ userName: 'ma\u0000ya@harbour.example' }, 'invalidValue'],
  [{ userName: 'maya@harbour.example', active: 'perhaps' }, 'invalidValue'],
  [{ userName: 'maya@harbour.example', externalId: 7 }, 'invalidValue'],
  [{ userName: 'maya@harbour.example', externalId: '\ud800' }, 'invalidValue'],
])('the user %j is refused', (body, scimType) => {
  expect(thrownBy(() => readUser(body))).toEqual(refusing(scimType))
})

test.each([
  ['Okta', { op: 'replace', value: { active: false } }],
  ['Microsoft Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
  ['Microsoft Entra ID with the flag for the standard', { op: 'replace', path: 'active', value: false }],
  [
    'a path with its schema',
    {
      op: 'replace',
      path: 'urn:ietf:params:scim:schemas:core:2.0:User:active',
      value: false,
    },
  ],
])('someone is deactivated as %s sends it', (_, operation) => {
  expect(patchUser(patch(operation), maya)).toEqual({ ...maya, active: false })
})

test('attributes that are not kept are passed over, and those that are change one after the other', () => {
  const changed = patchUser(
    patch(
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'other@harbour.example' },
      {
        op: 'Replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Bar',
      },
      { op: 'Replace', path: 'displayName', value: 'M.' },
      { op: 'replace', value: { displayName: 'Maya O.', externalId: 'x2' } },
      { op: 'remove', path: 'externalId' },
    ),
    maya,
  )
  expect(changed).toEqual({ ...maya, name: 'Maya O.', externalId: null })
})

test.each([
  [undefined, 'invalidSyntax'],
  [patch({ op: 'copy', path: 'active', value: false }), 'invalidSyntax'],
  [patch({ op: 'replace', path: 7, value: false }), 'invalidPath'],
  [patch({ op: 'replace', value: false }), 'invalidSyntax'],
  [patch({ op: 'replace', path: 'active', value: 'no' }), 'invalidValue'],
  [patch({ op: 'remove', path: 'active' }), 'invalidValue'],
])('the change %j is refused', (body, scimType) => {
  expect(thrownBy(() => patchUser(body, maya))).toEqual(refusing(scimType))
})

const bar = { name: 'Bar', externalId: null }

test.each([
  ['Okta adds', { op: 'add', path: 'members', value: [{ value: '1', display: 'm' }] }, 'add', ['1']],
  ['Okta removes', { op: 'remove', path: 'members[value eq "1"]' }, 'remove', ['1']],
  [
    'Microsoft Entra ID adds',
    { op: 'Add', path: 'members', value: [{ $ref: null, value: '1' }] },
    'add',
    ['1'],
  ],
  ['Microsoft Entra ID removes', { op: 'Remove', path: 'members', value: [{ value: '1' }] }, 'remove', ['1']],
  [
    'all are replaced',
    { op: 'replace', path: 'members', value: [{ value: '1' }, { value: '2' }] },
    'set',
    ['1', '2'],
  ],
  ['all are removed', { op: 'remove', path: 'members' }, 'set', []],
  ['without a path', { op: 'add', value: { members: [{ value: '1' }] } }, 'add', ['1']],
])('members of a group change: %s', (_, operation, kind, ids) => {
  expect(patchGroup(patch(operation), bar)).toEqual({ fields: bar, members: [{ kind, ids }] })
})

test('a group is renamed as Okta does it, and created with members', () => {
  expect(patchGroup(patch({ op: 'replace', value: { id: '7', displayName: 'Pub' } }), bar)).toEqual({
    fields: { ...bar, name: 'Pub' },
    members: [],
  })
  expect(readGroup({ displayName: 'Bar', externalId: 'e', members: [{ value: '1' }] })).toEqual({
    fields: { name: 'Bar', externalId: 'e' },
    members: [{ kind: 'set', ids: ['1'] }],
  })
  expect(thrownBy(() => readGroup({}))).toEqual(refusing('invalidValue'))
  expect(thrownBy(() => patchGroup(patch({ op: 'add', path: 'members', value: ['1'] }), bar))).toEqual(
    refusing('invalidValue'),
  )
})
