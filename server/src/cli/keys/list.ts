import { scopeText } from '@millrace/contract/scope'
import { type ApiKey, listKeys, toShownKey } from '#access/keys.ts'
import { listOrganisations } from '#organisations/list-organisations.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes } from '../terminal/failure.ts'

interface ListedKey extends ApiKey {
  organisation: string
  organisation_id: string
}

export default command({
  about: 'Lists the keys of all organisations, or of one. Revoked keys stay in the list.',
  examples: ['npx millrace keys list', 'npx millrace keys list --json'],
  options: { organisation: { value: 'ID', about: 'list only this organisation' } },
  environment: databaseVariables,
  async run({ values, json }, context) {
    const { terminal } = context
    const keys = await withDatabase(context, async database => {
      const organisations = values.organisation
        ? [await chooseOrganisation(database.engine, values.organisation)]
        : await listOrganisations(database.engine)
      const listed: ListedKey[] = []
      for (const { id, name } of organisations) {
        for (const key of await listKeys(database.engine, id)) {
          listed.push({ ...key, organisation: name, organisation_id: id })
        }
      }
      return listed
    })
    if (json) terminal.json({ keys: keys.map(forScripts) })
    else if (keys.length === 0)
      terminal.say('No keys yet. Create one with: npx millrace keys create --name NAME')
    else for (const line of alignTable(HEADING, keys.map(row))) terminal.out(line)
    return exitCodes.ok
  },
})

const forScripts = ({ organisation: _name, organisation_id, ...key }: ListedKey) => {
  const { id: _internal, ...shown } = toShownKey(key)
  return { ...shown, organisation_id }
}

const HEADING = ['CLIENT ID', 'NAME', 'ORGANISATION', 'PER MINUTE', 'MAY', 'CREATED', 'LAST USED', 'STATE']

const row = (key: ListedKey) => [
  key.client_id,
  printable(key.name),
  printable(key.organisation),
  key.requests_per_minute === 0 ? 'no limit' : String(key.requests_per_minute),
  limitsInWords(key),
  minute(key.created_at),
  key.last_used_at ? minute(key.last_used_at) : 'never',
  stateOf(key),
]

function limitsInWords({ scopes, serials, sources, addresses, test }: ListedKey): string {
  const parts = [
    scopeText(scopes),
    ...(serials === null ? [] : [`at ${serials.join(', ')}`]),
    ...(sources === null ? [] : [`sources ${sources.join(', ')}`]),
    ...(addresses === null ? [] : [`from ${addresses.join(', ')}`]),
    ...(test ? ['test'] : []),
  ]
  return printable(parts.join('; '))
}

function stateOf({ revoked_at, ends_at }: ListedKey): string {
  if (revoked_at !== null) return `revoked ${minute(revoked_at)}`
  if (ends_at === null) return 'active'
  return ends_at.getTime() > Date.now() ? `active until ${minute(ends_at)}` : `ended ${minute(ends_at)}`
}

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')}Z`
