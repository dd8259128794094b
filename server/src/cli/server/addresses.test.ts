import { expect, test } from 'vitest'
import { databasePlace } from '../database/database-place.ts'
import { curlCommands } from '../keys/curl.ts'
import { choose } from '../organisations/choose-organisation.ts'
import { knownAddresses, listeningAddress } from './addresses.ts'

const config = { baseUrl: 'http://127.0.0.1:8080', authUrl: 'http://127.0.0.1:8080' }
const record = {
  base_url: 'http://127.0.0.1:9000',
  auth_url: 'http://127.0.0.1:9000',
  dashboard_url: 'http://127.0.0.1:9000/',
}

test("a running server's own addresses count before the defaults, and given ones before both", () => {
  expect(knownAddresses(config, {}, undefined).base_url).toBe('http://127.0.0.1:8080')
  expect(knownAddresses(config, {}, record)).toEqual(record)
  const given = { baseUrl: 'https://api.example.com', authUrl: 'http://127.0.0.1:8080' }
  expect(knownAddresses(given, { MILLRACE_BASE_URL: 'https://api.example.com' }, record)).toEqual({
    base_url: 'https://api.example.com',
    auth_url: 'http://127.0.0.1:9000',
    dashboard_url: 'https://api.example.com/',
  })
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['fe80::1', 'http://[fe80::1]:80'],
])('what listens on %s is reached at %s', (host, address) => {
  expect(listeningAddress({ host, port: 80 })).toBe(address)
})

test.each([
  ['postgresql://me:sekret@db.example.com/app', 'PostgreSQL at db.example.com:5432, database app'],
  ['postgresql://me:sekret@db:6000/app?sslmode=require', 'PostgreSQL at db:6000, database app'],
  ['postgresql://me:sekret@localhost/app?host=%2Frun%2Fpg', 'PostgreSQL at /run/pg, database app'],
  ['postgresql://me:sekret@db', 'PostgreSQL at db:5432, database me'],
])('a place of a database is shown without the password', (databaseUrl, place) => {
  expect(databasePlace({ databaseUrl, dataDir: '/nowhere' })).toBe(place)
})

test('an address cannot break out of the curl commands', () => {
  const credentials = { organisationId: 'x', clientId: 'mrid_1', clientSecret: 'mrsk_1' }
  const [token] = curlCommands({ base_url: 'http://a', auth_url: "http://a/';rm -rf ~;'" }, credentials)
  expect(token).toContain(`'http://a/'\\'';rm -rf ~;'\\''/oauth/token'`)
})

test('the only organisation need not be named; of several one must be', () => {
  const one = { id: '0192c8a0-0000-7000-8000-000000000001', name: 'One' }
  const two = { id: '0192c8a0-0000-7000-8000-000000000002', name: 'Two\u001b[31m' }
  expect(choose([one], undefined)).toBe(one)
  expect(choose([one, two], two.id.toUpperCase())).toBe(two)
  expect(() => choose([], undefined)).toThrow('organisations create')
  expect(() => choose([one, two], undefined)).toThrow(`${two.id}  Two [31m`)
  expect(() => choose([one], two.id)).toThrow('There is no organisation')
})
