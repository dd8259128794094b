import { expect, test } from 'vitest'
import { checkUrl } from './check-url.ts'
import { PUBLIC_ONLY } from './policy.ts'

const faultOf = (text: string, policy = PUBLIC_ONLY) => {
  const checked = checkUrl(text, policy)
  return 'fault' in checked ? checked.fault : undefined
}

test.each([
  'https://example.com',
  'http://example.com:8080/hooks?venue=7#part',
  'https://example.com.:8443/',
  'https://münchen.example/gäste',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'HTTPS://EXAMPLE.COM/%20',
])('%s may be called', text => {
  expect(faultOf(text)).toBeUndefined()
})

test.each([
  ['', 'not an address'],
  ['example.com', 'not an address'],
  ['https://', 'not an address'],
  ['https:example.com', 'two slashes'],
  ['https:///example.com', 'two slashes'],
  ['ftp://example.com', 'https:// or http://'],
  ['file:///etc/passwd', 'https:// or http://'],
  ['javascript:alert(1)', 'https:// or http://'],
  ['gopher://127.0.0.1:6379/_INFO', 'https:// or http://'],
  ['https://user:password@example.com', 'a user or a password'],
  ['https://user@example.com', 'a user or a password'],
  ['https://@example.com', 'a user or a password'],
  ['https://example.com@127.0.0.1/', 'a user or a password'],
  ['https://example.com\\@127.0.0.1/', 'backslash'],
  ['https:\\\\127.0.0.1/', 'backslash'],
  ['https://exam\nple.com', 'line break'],
  [' https://example.com', 'space'],
  ['https://example.com/a\0b', 'line break'],
  ['https://example.com:22/', 'Port 22'],
  ['https://example.com:5432/', 'Port 5432'],
  ['http://example.com:0/', 'Port 0'],
  ['https://localhost/', 'not on the public internet'],
  ['https://LOCALHOST./', 'not on the public internet'],
  ['https://api.localhost/', 'not on the public internet'],
  ['https://printer.local/', 'not on the public internet'],
  ['https://metadata.google.internal/', 'not on the public internet'],
  ['https://metadata/', 'not on the public internet'],
  ['https://postgres:8080/', 'not on the public internet'],
  ['https://router.lan/', 'not on the public internet'],
  ['https://ⓛocalhost/', 'not on the public internet'],
  ['https://127.0.0.1/', 'not on the public internet'],
  ['https://%31%32%37.0.0.1/', 'not on the public internet'],
  ['https://exa$mple.com/', 'not the name of a host'],
  ['https://a..example.com/', 'not the name of a host'],
  [`https://example.com/${'a'.repeat(2_048)}`, 'longer than'],
])('%j may not, and the sentence says why: %s', (text, part) => {
  expect(faultOf(text)).toContain(part)
})

test('where private addresses are allowed, so are inner names, whose addresses are judged when connecting', () => {
  const policy = { allowPrivate: ['10.0.0.0/8'], extraPorts: [3000] }
  expect(faultOf('http://hooks.corp.internal:3000/', policy)).toBeUndefined()
  expect(faultOf('http://10.1.2.3:3000/', policy)).toBeUndefined()
  expect(faultOf('http://127.0.0.1:3000/', policy)).toContain('not on the public internet')
})

test.each([
  ['https://millrace.example.com/v1/workflows/incoming-event', true],
  ['http://millrace.example.com/', true],
  ['https://MILLRACE.example.com/', true],
  ['https://auth.example.com/oauth/token', true],
  ['https://other.example.com/', false],
  ['https://millrace.example.com:8443/', false],
])("a webhook to the server's own public address is refused: %s", (text, refused) => {
  const own = ['https://millrace.example.com', 'https://auth.example.com']
  expect(faultOf(text, { ...PUBLIC_ONLY, own })?.includes('Millrace itself') ?? false).toBe(refused)
})
