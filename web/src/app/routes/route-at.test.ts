import { expect, test } from 'vitest'
import { routeAt } from './route-at.ts'

const routes = ['/', '/events', '/events/send', '/events/:id', '/a/:id/b/:other'].map(path => ({ path }))
const pathAt = (address: string) => routeAt(routes, address)?.path

test('finds the page of an address, whatever follows the path', () => {
  expect(pathAt('/')).toBe('/')
  expect(pathAt('/?period=7')).toBe('/')
  expect(pathAt('/events/?source=till#top')).toBe('/events')
  expect(pathAt('/a/1/b/2')).toBe('/a/:id/b/:other')
})

test('a name comes before a variable, and a longer or shorter address is another', () => {
  expect(pathAt('/events/send')).toBe('/events/send')
  expect(pathAt('/events/sent')).toBe('/events/:id')
  expect(pathAt('/events/1/2')).toBeUndefined()
  expect(pathAt('/nowhere')).toBeUndefined()
})
