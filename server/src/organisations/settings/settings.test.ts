import { defaultSettings, type OrganisationSettings, type SettingsAnswer } from '@millrace/contract/settings'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { PUBLIC_ONLY } from '#channels/guard/policy.ts'
import { type Database, inTenant, inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { createSealer } from '#secrets/sealer.ts'
import { openTestDatabase } from '../../../../tests/support/open-database.ts'
import { createOrganisation } from '../create-organisation.ts'
import { resealSecrets } from '../reseal-secrets.ts'
import { readSecrets, writeSecret } from '../secrets.ts'
import { readSettings } from './read-settings.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { saveSettings } from './save-settings.ts'

const oldKey = 'the old master key, long enough to be one'
const newKey = 'the new master key, long enough to be one'
const sealer = createSealer({ current: oldKey, previous: [] })
const parts = { sealer, policy: PUBLIC_ONLY }

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
const read = () => tenant(tx => readSettings(tx, organisationId)) as Promise<SettingsAnswer>
const smtp = { host: 'smtp.example.com', port: 587, security: 'starttls', user: 'rialto' } as const
const withMail: OrganisationSettings = { ...defaultSettings, email: { ...defaultSettings.email, smtp } }

async function save(settings: OrganisationSettings, secrets: { smtp_password?: string | null } = {}) {
  const { revision } = await read()
  return tenant(tx => saveSettings(tx, parts, organisationId, 'member', { revision, settings, ...secrets }))
}

describe('the settings of an organisation', () => {
  test('are the defaults until others are saved', async () => {
    expect((await read()).settings).toEqual(defaultSettings)
    const saved = await save({ ...defaultSettings, time_zone: 'Europe/Rome', retention_months: 6 })
    expect(saved).toMatchObject({ kind: 'saved', answer: { settings: { time_zone: 'Europe/Rome' } } })
    expect((await read()).settings.retention_months).toBe(6)
  })

  test('are refused with all faults at once, and stay as they were', async () => {
    const saved = await save({
      ...defaultSettings,
      time_zone: 'Europe/Rialto',
      locale: 'x',
      email: { from_name: 'R', from_address: 'a@b', smtp: { ...smtp, host: '127.0.0.1', port: 22 } },
      sms: { api_url: 'http://api.example.com', account: 'A C', from: '+39555' },
      topics: ['Offers', 'Other offers'].map(name => ({ id: 'offers', name })),
    })
    if (saved.kind !== 'faults') throw new Error(saved.kind)
    expect(Object.keys(saved.faults).sort()).toEqual(
      [
        'email.from_address',
        'email.smtp',
        'locale',
        'sms',
        'smtp_password',
        'time_zone',
        'topics.1.name',
      ].sort(),
    )
    expect(saved.faults['email.smtp']).toHaveLength(2)
    expect(saved.faults.sms).toHaveLength(3)
    expect((await read()).settings).toEqual(defaultSettings)
  })

  test('do not overwrite what someone else has saved meanwhile', async () => {
    const { revision } = await read()
    await save({ ...defaultSettings, locale: 'it-IT' })
    const late = { revision, settings: { ...defaultSettings, locale: 'de-DE' } }
    const second = await tenant(tx => saveSettings(tx, parts, organisationId, 'member', late))
    expect(second).toMatchObject({ kind: 'conflict', current: { settings: { locale: 'it-IT' } } })
  })

  test('of two that save at the same moment one gets a conflict', async () => {
    const { revision } = await read()
    const both = await Promise.all(
      ['it-IT', 'de-DE'].map(locale =>
        tenant(tx =>
          saveSettings(tx, parts, organisationId, 'member', {
            revision,
            settings: { ...defaultSettings, locale },
          }),
        ),
      ),
    )
    expect(both.map(({ kind }) => kind).sort()).toEqual(['conflict', 'saved'])
  })

  test('do not conflict with a change of a venue', async () => {
    const { revision } = await read()
    await database.engine.query(`INSERT INTO venues VALUES ($1, 'A', 'A', 'UTC')`, [organisationId])
    expect((await read()).revision).toBe(revision)
  })
})

describe('a password', () => {
  test('is stored sealed, and never shown again, neither in the settings nor in the audit log', async () => {
    const saved = await save(withMail, { smtp_password: 'canary-password' })
    expect(saved).toMatchObject({ kind: 'saved', answer: { has_smtp_password: true } })
    expect(JSON.stringify([saved, await read()])).not.toContain('canary')
    const { rows } = await database.engine.query(
      `SELECT (SELECT string_agg(s::text, ' ') FROM organisation_secrets s) AS secrets,
              (SELECT string_agg(a::text, ' ') FROM audit_entries a) AS audit`,
    )
    expect(rows[0].secrets).toContain('smtp_password')
    expect(rows[0].audit).toContain('""smtp_password"": ""replaced""')
    expect(JSON.stringify(rows)).not.toContain('canary')
    expect(await tenant(tx => readSecrets(tx, sealer, organisationId))).toEqual({
      smtp_password: 'canary-password',
    })
  })

  test('is kept where other settings change, and removed with its mail server', async () => {
    await save(withMail, { smtp_password: 'kept' })
    await save({ ...withMail, locale: 'it-IT' })
    expect(await tenant(tx => readSecrets(tx, sealer, organisationId))).toEqual({ smtp_password: 'kept' })
    await save(defaultSettings)
    expect(await tenant(tx => readSecrets(tx, sealer, organisationId))).toEqual({})
  })

  test.each([
    ['another server', { host: 'evil.example.com' }],
    ['another user', { user: 'eve' }],
  ])('does not go to %s: it has to be given again', async (_, other) => {
    await save(withMail, { smtp_password: 'not for everyone' })
    const email = { ...defaultSettings.email, smtp: { ...smtp, ...other } }
    expect(await save({ ...withMail, email })).toMatchObject({
      kind: 'faults',
      faults: { smtp_password: [expect.stringContaining('Give the password')] },
    })
  })
})

describe('the secret of webhooks', () => {
  const secrets = () => tenant(tx => readSecrets(tx, sealer, organisationId))
  const rotate = () => tenant(tx => rotateWebhookSecret(tx, sealer, organisationId, 'member'))

  test('is replaced, and the one before signs on for a day', async () => {
    const first = await rotate()
    const second = await rotate()
    expect(second).not.toBe(first)
    expect(await secrets()).toEqual({ webhook_secret: second, webhook_secret_previous: first })
    await database.engine.query(
      `UPDATE organisation_secrets SET updated_at = now() - interval '24 hours 1 second'
       WHERE organisation_id = $1 AND name = 'webhook_secret_previous'`,
      [organisationId],
    )
    expect(await secrets()).toEqual({ webhook_secret: second })
  })
})

describe('another master key', () => {
  test('reseals everything, after which the old key is useless', async () => {
    await tenant(tx => writeSecret(tx, sealer, organisationId, 'sms_token', 'token'))
    const both = createSealer({ current: newKey, previous: [oldKey] })
    const onlyNew = createSealer({ current: newKey, previous: [] })
    await expect(tenant(tx => readSecrets(tx, onlyNew, organisationId))).rejects.toThrow('another master key')
    expect(await inTransaction(database.engine, tx => resealSecrets(tx, both))).toBeGreaterThan(0)
    expect(await inTransaction(database.engine, tx => resealSecrets(tx, both))).toBe(0)
    expect(await tenant(tx => readSecrets(tx, onlyNew, organisationId))).toEqual({ sms_token: 'token' })
    await expect(tenant(tx => readSecrets(tx, sealer, organisationId))).rejects.toThrow('another master key')
  })
})
