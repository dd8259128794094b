import { type ApiKey, listKeys } from '#access/keys.ts'
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

const forScripts = ({ organisation: _name, id: _internal, ...key }: ListedKey) => key

const HEADING = ['CLIENT ID', 'NAME', 'ORGANISATION', 'PER MINUTE', 'CREATED', 'LAST USED', 'STATE']

const row = (key: ListedKey) => [
  key.client_id,
  printable(key.name),
  printable(key.organisation),
  key.requests_per_minute === 0 ? 'no limit' : String(key.requests_per_minute),
  minute(key.created_at),
  key.last_used_at ? minute(key.last_used_at) : 'never',
  key.revoked_at ? `revoked ${minute(key.revoked_at)}` : 'active',
]

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')}Z`
