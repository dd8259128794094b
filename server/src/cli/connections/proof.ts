import { ProofSettings } from '@millrace/contract/dashboard/connections'
import { Compile } from 'typebox/compile'
import { changeProof } from '#connections/change-connection.ts'
import { readSettings } from '#connections/proof/proof-settings.ts'
import { inTransaction } from '#db/database.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'
import { chooseConnection } from './choose-connection.ts'

const form = Compile(ProofSettings)

export default command({
  about:
    'Says how the requests of any system (json, form, cloudevents) prove their origin: the secret as a bearer token, as a password, in a header, or as the key of a signature.',
  examples: [
    "npx millrace connections proof 'Booking desk' --by hmac --header X-Signature --prefix sha256=",
    "npx millrace connections proof 'Booking desk' --by basic --user till",
  ],
  argument: { name: 'CONNECTION', about: 'its name or id' },
  options: {
    by: {
      value: 'PROOF',
      required: true,
      choices: ['bearer', 'basic', 'header', 'hmac'],
      about: 'what proves it',
    },
    user: { value: 'NAME', about: 'the user, with basic' },
    header: { value: 'NAME', about: 'has the secret or the signature' },
    hash: { value: 'HASH', choices: ['sha256', 'sha1'], usual: 'sha256', about: 'of the signature' },
    encoding: { value: 'ENCODING', choices: ['hex', 'base64'], usual: 'hex', about: 'of the signature' },
    prefix: { value: 'TEXT', about: 'what the header has before the signature' },
    signed: {
      value: 'PARTS',
      choices: ['body', 'timestamp_body', 'body_timestamp', 'url_body'],
      usual: 'body',
      about: 'what is signed, in this order',
    },
    separator: { value: 'TEXT', about: 'between the time and the body' },
    timeHeader: { value: 'NAME', about: 'the header that has the time' },
    timeField: { value: 'NAME', about: 'the field of the JSON that has the time' },
    anyAge: { about: 'accept what was signed more than five minutes ago' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const settings = {
      way: values.by,
      header: values.header ?? null,
      username: values.user ?? null,
      algorithm: values.hash,
      encoding: values.encoding,
      signed: values.signed,
      prefix: values.prefix ?? '',
      separator: values.separator ?? '',
      time_in: values.timeField === undefined ? ('header' as const) : ('field' as const),
      time_name: values.timeField ?? values.timeHeader ?? null,
      checks_time: !values.anyAge,
    }
    const [error] = form.Errors(settings)
    if (error !== undefined) throw wrongUsage(inWords(error.instancePath.slice(1), error.message))
    const read = readSettings(settings)
    if ('faults' in read) {
      const [field, [fault]] = Object.entries(read.faults)[0] as [string, [string]]
      throw wrongUsage(inWords(field, fault))
    }
    const id = await withDatabase(context, async ({ engine }) => {
      const organisation = await chooseOrganisation(engine, values.organisation)
      const connection = await chooseConnection(engine, organisation.id, argument)
      const changed = await inTransaction(engine, tx =>
        changeProof(tx, organisation.id, 'cli', connection, read.proof),
      )
      if (!changed) throw new Failure(`The system of ${printable(argument)} has its own proof.`)
      return connection
    })
    if (json) context.terminal.json({ id, proof: read.proof })
    else
      context.terminal.out(`Requests for ${printable(argument)} prove their origin by ${words[values.by]}.`)
    return exitCodes.ok
  },
})

const words = {
  bearer: 'a bearer token',
  basic: 'user and password',
  header: 'the secret in a header',
  hmac: 'a signature',
} as const

const optionOf: Record<string, string> = {
  username: '--user',
  time_name: '--time-header or --time-field',
}

const inWords = (field: string, fault: string): string => `${optionOf[field] ?? `--${field}`} ${fault}.`
