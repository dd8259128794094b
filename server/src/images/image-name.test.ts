import { imagePathOf } from '@millrace/contract/image-path'
import { expect, test } from 'vitest'
import { hashOf, nameOf, readName, urlOf } from './image-name.ts'

const bytes = Buffer.from('an image')
const hash = hashOf('0192c8a0-0000-7000-8000-000000000001', bytes)

test('a name is read back, and leads to one path', () => {
  const name = nameOf(hash, 'image/jpeg')
  expect(readName(name)).toEqual({ hash, type: 'image/jpeg' })
  expect(imagePathOf(urlOf('https://millrace.example', name))).toBe(`/images/${name}`)
})

test('the same image has another name in another organisation', () => {
  expect(hashOf('0192c8a0-0000-7000-8000-000000000002', bytes)).not.toEqual(hash)
})

test.each([
  '',
  'a.png',
  `${'a'.repeat(43)}.svg`,
  `${'a'.repeat(42)}b.png`,
  `${'a'.repeat(44)}.png`,
  '../x.png',
])('no image is called %j', name => {
  expect(readName(name)).toBeUndefined()
})

test.each(['/images/x.png', 'javascript:alert(1)', `https://a.example/images/${'a'.repeat(43)}.png?x`])(
  '%j is not the address of one',
  address => {
    expect(imagePathOf(address)).toBeUndefined()
  },
)
