import { readFileSync } from 'node:fs'
import { NamedSecretChange } from '@millrace/contract/dashboard/secrets'
import { isSecretName } from '@millrace/contract/node'
import { Compile } from 'typebox/compile'
import { loadSecrets } from '#config/secrets.ts'
import { inTransaction } from '#db/database.ts'
import { MOST_NAMED_SECRETS, saveNamedSecret } from '#organisations/named-secrets.ts'
import { createSealer } from '#secrets/sealer.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'

const STDIN = 0
const change = Compile(NamedSecretChange)

export default command({
  about:
    'Saves or replaces a secret that the headers of webhooks can name, as "secret": "NAME". The value is the whole header, as Bearer and a token; it is read from stdin, stored encrypted, sent to HOST only, and never shown again.',
  examples: ['npx millrace secrets set crm_token --host crm.example.com < token.txt'],
  argument: { name: 'NAME', about: 'lowercase letters, digits and underscores' },
  options: {
    host: { value: 'HOST', required: true, about: 'the only host it is sent to' },
    ...organisationOption,
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET'],
  async run({ values, argument: name, json }, context) {
    const { terminal, config } = context
    if (!isSecretName(name))
      throw wrongUsage('The name of a secret has lowercase letters, digits and underscores.')
    const given = { host: values.host.toLowerCase(), value: readFileSync(STDIN, 'utf8').trim() }
    if (!change.Check({ ...given, value: 'x' })) throw wrongUsage(`${values.host} is not the name of a host.`)
    if (!change.Check(given))
      throw new Failure('The value on stdin is empty, too long, or has characters that headers cannot carry.')
    const organisation = await withDatabase(context, async database => {
      const chosen = await chooseOrganisation(database.engine, values.organisation)
      const sealer = createSealer((await loadSecrets(config)).master)
      const saved = await inTransaction(database.engine, tx =>
        saveNamedSecret(tx, sealer, chosen.id, 'cli', { name, ...given }),
      )
      if (!saved) throw new Failure(`There are ${MOST_NAMED_SECRETS} secrets already. Remove one first.`)
      return chosen
    })
    if (json) terminal.json({ organisation_id: organisation.id, name, host: given.host })
    else terminal.out(`Saved ${name}, for ${given.host}. Its value is not shown again.`)
    return exitCodes.ok
  },
})
