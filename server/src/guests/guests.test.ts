import type { GuestChange, NewGuest } from '@millrace/contract/guest'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { type Database, inTenant, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createOrganisation } from '#organisations/create-organisation.ts'
import { openTestDatabase } from '../../../tests/support/open-database.ts'
import { adjustPoints } from './adjust-points.ts'
import { createGuest } from './create-guest.ts'
import { searchGuests } from './search-guests.ts'
import { type ChangedBy, updateGuest } from './update-guest.ts'

let database: Database
let organisationId: string
beforeAll(async () => {
  const opened = await openTestDatabase({ tenant: 2, engine: 1 })
  database = opened.database
  return opened.close
})
beforeEach(async () => {
  organisationId = newId()
  await inTransaction(database.engine, tx => createOrganisation(tx, { id: organisationId, name: 'Rialto' }))
})

const tenant = <T>(work: (tx: Sql) => Promise<T>) => inTenant(database, organisationId, work)
const nothing = async () => {}
const member: ChangedBy = { how: 'member', actor: 'Anna' }

async function register(guest: NewGuest): Promise<string> {
  const created = await tenant(tx => createGuest(tx, organisationId, guest))
  if (created === undefined) throw new Error('the guest exists already')
  return created.id
}

const change = (guestId: string, what: GuestChange, by = member) =>
  tenant(tx => updateGuest(tx, organisationId, guestId, what, by, nothing))

describe('guests are found', () => {
  const names = async (text?: string, tag?: string) =>
    (await tenant(tx => searchGuests(tx, organisationId, { text, tag, after: undefined, limit: 10 }))).map(
      ({ guest }) => guest.name,
    )

  test('by the beginning of a name, a last name, an address, a number or an id, in any case', async () => {
    await register({ name: 'Ada Byron', email: 'countess@example.com', external_id: 'CRM-1' })
    await register({ name: 'Bertha Benz', phone: '+4915112345678', email: 'ada@example.com' })
    expect(await names('ADA')).toEqual(['Ada Byron', 'Bertha Benz'])
    expect(await names(' byr ')).toEqual(['Ada Byron'])
    expect(await names('ada  byron')).toEqual(['Ada Byron'])
    expect(await names('countess@')).toEqual(['Ada Byron'])
    expect(await names('+4915')).toEqual(['Bertha Benz'])
    expect(await names('crm-1')).toEqual(['Ada Byron'])
    expect(await names('da')).toEqual([])
    expect(await names('%')).toEqual([])
  })

  test('by what they are called now, and not by what they were called before', async () => {
    const ada = await register({ name: 'Ada Byron', email: 'countess@example.com', external_id: 'CRM-1' })
    await change(ada, { name: 'Ada King', email: 'Lovelace@example.com', phone: '+393401234567' })
    await tenant(tx =>
      tx.query('UPDATE guests SET external_id = $3 WHERE organisation_id = $1 AND id = $2', [
        organisationId,
        ada,
        'CRM-2',
      ]),
    )
    for (const now of ['ada k', 'king', 'lovelace@', '+3934', 'crm-2'])
      expect(await names(now)).toEqual(['Ada King'])
    for (const before of ['byron', 'countess@', 'crm-1']) expect(await names(before)).toEqual([])
    await change(ada, { name: null, email: null, phone: null })
    for (const gone of ['ada', 'king', 'lovelace@', '+3934']) expect(await names(gone)).toEqual([])
  })

  test('by keys that cannot be set beside what they are made of', async () => {
    const ada = await register({ name: 'Ada Byron' })
    await tenant(tx =>
      tx.query(`UPDATE guests SET name_key = 'x' WHERE organisation_id = $1 AND id = $2`, [
        organisationId,
        ada,
      ]),
    )
    expect(await names('ada')).toEqual(['Ada Byron'])
  })

  test('by a tag, also after it was given or taken later', async () => {
    const ada = await register({ name: 'Ada', tags: ['vip'] })
    const bertha = await register({ name: 'Bertha' })
    await change(bertha, { tags: ['vip', 'new'] })
    expect(await names(undefined, 'vip')).toEqual(['Bertha', 'Ada'])
    expect(await names('ada', 'vip')).toEqual(['Ada'])
    expect(await names('ada', 'new')).toEqual([])
    await change(ada, { tags: [] })
    expect(await names(undefined, 'vip')).toEqual(['Bertha'])
  })

  test.each([
    ['newest first', {}],
    ['oldest first', { sort: 'created' }],
    ['oldest first, by a tag', { sort: 'created', tag: 'all' }],
    ['by name', { sort: 'name' }],
    ['by name, the other way round', { sort: '-name' }],
    ['by name and a tag', { sort: 'name', tag: 'all' }],
    ['by a tag', { tag: 'all' }],
    ['by text', { text: 'x' }],
  ] as const)('page by page, %s: each once, whatever they were found by', async (_, search) => {
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) {
      const name = n % 2 === 0 ? `Xaver X${n % 3}` : null
      ids.push(await register({ name, email: `x${n % 3}@example.com`, tags: ['all'], phone: null }))
    }
    const found: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await tenant(tx => searchGuests(tx, organisationId, { ...search, after, limit: 2 }))
      found.push(...page.map(({ guest }) => guest.id))
      after = page.at(-1)?.place
      if (page.length < 2) break
    }
    expect(found).toHaveLength(7)
    expect(found.toSorted()).toEqual(ids.toSorted())
  })

  test('sorted by name, those without one are last, both ways round', async () => {
    for (const name of ['bertha', null, 'Ada', 'Çelik']) await register({ name, tags: ['few'] })
    const sorted = async (sort: 'name' | '-name', tag?: string) =>
      (await tenant(tx => searchGuests(tx, organisationId, { sort, tag, after: undefined, limit: 10 }))).map(
        ({ guest }) => guest.name,
      )
    expect(await sorted('name')).toEqual(['Ada', 'bertha', 'Çelik', null])
    expect(await sorted('-name')).toEqual(['Çelik', 'bertha', 'Ada', null])
    expect(await sorted('name', 'few')).toEqual(['Ada', 'bertha', 'Çelik', null])
    expect(await sorted('name', 'none')).toEqual([])
  })

  test('only in the organisation that asks', async () => {
    await register({ name: 'Ada', tags: ['vip'] })
    const other = newId()
    await inTransaction(database.engine, tx => createOrganisation(tx, { id: other, name: 'Other' }))
    const search = (what: object) => (tx: Sql) =>
      searchGuests(tx, organisationId, { after: undefined, limit: 10, ...what })
    expect(await inTenant(database, other, search({ text: 'ada' }))).toEqual([])
    expect(await inTenant(database, other, search({ tag: 'vip' }))).toEqual([])
  })
})

describe('a guest is changed', () => {
  test('only in what is named; an attribute that is null is taken away', async () => {
    const id = await register({
      name: 'Ada',
      email: 'ada@example.com',
      attributes: { city: 'Rome', age: 36 },
    })
    const changed = await change(id, { email: null, attributes: { age: null, shoe: 38 } })
    expect(changed).toMatchObject({
      kind: 'updated',
      guest: { name: 'Ada', email: null, attributes: { city: 'Rome', shoe: 38 } },
    })
    const { rows } = await tenant(tx =>
      tx.query('SELECT actor, fields FROM guest_edits WHERE guest_id = $1', [id]),
    )
    expect(rows).toEqual([{ actor: 'Anna', fields: ['email', 'attributes.age', 'attributes.shoe'] }])
  })

  test('not when another has the external id, and not when there is none', async () => {
    await register({ external_id: 'one' })
    const id = await register({ external_id: 'two' })
    expect(await change(id, { external_id: 'one' })).toEqual({ kind: 'external_id_taken' })
    expect(await change(id, { external_id: 'two', name: 'Ada' })).toMatchObject({ kind: 'updated' })
    expect(await change(newId(), { name: 'Nobody' })).toEqual({ kind: 'not_found' })
  })

  test('with each consent recorded: when, how, by whom and why', async () => {
    const id = await register({ email_consent: true })
    await change(id, { email_consent: true, sms_consent: true }, { ...member, reason: 'Asked' })
    await change(id, { email_consent: false }, { how: 'guest', actor: null })
    await database.engine.query('UPDATE guests SET do_not_contact = true WHERE id = $1', [id])
    const { rows } = await tenant(tx =>
      tx.query(
        'SELECT field, value, how, actor, reason FROM consent_changes WHERE guest_id = $1 ORDER BY id',
        [id],
      ),
    )
    expect(rows).toEqual([
      { field: 'email_consent', value: true, how: 'registered', actor: null, reason: null },
      { field: 'sms_consent', value: true, how: 'member', actor: 'Anna', reason: 'Asked' },
      { field: 'email_consent', value: false, how: 'guest', actor: null, reason: null },
      { field: 'do_not_contact', value: true, how: 'workflow', actor: null, reason: null },
    ])
  })

  test('the history of consent cannot be rewritten', async () => {
    const forge = `INSERT INTO consent_changes (organisation_id, guest_id, field, value, how)
                   VALUES ($1, $1, 'email_consent', true, 'guest')`
    await expect(tenant(tx => tx.query(forge, [organisationId]))).rejects.toThrow('permission denied')
  })
})

describe('points that a person gives', () => {
  test('stand in the ledger with who and why, as often as they are given', async () => {
    const id = await register({})
    const give = (points: number) =>
      tenant(tx => adjustPoints(tx, organisationId, id, { points, reason: 'Sorry' }, 'Anna', nothing))
    await give(10)
    expect(await give(-3)).toMatchObject({ kind: 'updated', guest: { points: 7 } })
    const { rows } = await tenant(tx =>
      tx.query('SELECT points, reason, actor FROM points_entries WHERE guest_id = $1 ORDER BY points', [id]),
    )
    expect(rows).toEqual([
      { points: -3, reason: 'Sorry', actor: 'Anna' },
      { points: 10, reason: 'Sorry', actor: 'Anna' },
    ])
    const nobody = await tenant(tx =>
      adjustPoints(tx, organisationId, newId(), { points: 1, reason: 'x' }, 'Anna', nothing),
    )
    expect(nobody).toEqual({ kind: 'not_found' })
  })
})
