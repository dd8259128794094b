import { LONGEST_CLAIM } from '@millrace/contract/connection-proof'
import { InvalidArgumentError } from 'commander'
import { changeClaims } from '#connections/change-connection.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

export default command({
  about:
    'Says which issuer and audience the signed tokens of a system must have, where its key set signs for others too. Without one of the options, any is accepted.',
  examples: [
    "npx millrace connections claims 'Loyalty app' --issuer https://accounts.example.com --audience millrace",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    issuer: { value: 'ISSUER', parse: claim, about: 'the iss that tokens must have' },
    audience: { value: 'AUDIENCE', parse: claim, about: 'an aud that tokens must have' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { issuer = null, audience = null } = values
    const id = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, organisation.id, argument)
      const changed = await inTransaction(engine, tx =>
        changeClaims(tx, organisation.id, 'cli', connection, { issuer, audience }),
      )
      if (!changed) throw new Failure(`The system of ${printable(argument)} sends no signed tokens.`)
      return connection
    })
    if (json) context.terminal.json({ id, issuer, audience })
    else
      context.terminal.out(
        `Tokens for ${printable(argument)}: ${printable(issuer ?? 'any')} is the issuer, ${printable(audience ?? 'any')} the audience.`,
      )
    return exitCodes.ok
  },
})

function claim(text: string): string {
  const given = text.trim()
  if (given !== '' && given.length <= LONGEST_CLAIM && !/\p{Cc}/u.test(given)) return given
  throw new InvalidArgumentError(`Give 1 to ${LONGEST_CLAIM} characters, without control characters.`)
}
