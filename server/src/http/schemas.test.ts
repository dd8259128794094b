import { ListLinks } from '@millrace/contract/common'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { withReferences } from './schemas.ts'

test('a named schema becomes a reference, and a name that the server does not know is an error at once', () => {
  expect(withReferences(Type.Object({ links: ListLinks }))).toMatchObject({
    properties: { links: { $ref: 'ListLinks#' } },
  })
  expect(() => withReferences(Type.Object({ one: Type.Object({}, { $id: 'Unheard' }) }))).toThrow(
    'The schema Unheard is not known',
  )
})
