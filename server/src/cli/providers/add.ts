import { readFileSync } from 'node:fs'
import { type NewProvider as Given, NewProvider } from '@millrace/contract/provider'
import { smsVendorAddresses, smsVendorNames } from '@millrace/contract/sms-vendor'
import { Check } from 'typebox/value'
import { inTransaction } from '#db/database.ts'
import { addProvider } from '#organisations/providers/add-provider.ts'
import { command } from '../command/command.ts'
import { databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { name, wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { limitOptions, limitsGiven } from './limit-options.ts'
import { changed, providerParts } from './on-provider.ts'

const STDIN = 0
const securities = ['starttls', 'tls', 'none'] as const

export default command({
  about:
    'Adds a provider after the others of its channel: a mail server with --host, or an account at an SMS provider with --account. The password of --user, or the token of the account, is read from stdin and stored encrypted.',
  examples: [
    'npx millrace providers add Postmark --host smtp.example.com --user ada --pace 10/second < password.txt',
    'npx millrace providers add Second --account AC123 --from Rialto < token.txt',
    'npx millrace providers add Third --vendor vonage --account abcd1234 --from Rialto < signature-secret.txt',
  ],
  argument: { name: 'NAME', about: 'what it is called' },
  options: {
    host: { value: 'HOST', about: 'the mail server' },
    port: { value: 'PORT', parse: wholeNumber(1, 65_535), usual: '587', about: 'its port' },
    security: { value: 'WORD', choices: securities, usual: 'starttls', about: 'how it is encrypted' },
    user: { value: 'USER', about: 'the user at the mail server' },
    vendor: {
      value: 'NAME',
      choices: smsVendorNames,
      usual: 'twilio',
      about: 'the SMS provider; twilio is also every provider with the same API',
    },
    account: { value: 'SID', about: 'the account SID of Twilio, or the API key of Vonage' },
    from: { value: 'SENDER', about: 'a number, a name, or the SID of a messaging service' },
    apiUrl: { value: 'URL', about: 'the API of the SMS provider, where it is not the usual one' },
    ...limitOptions,
    ...organisationOption,
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET', ...outgoingVariables],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { host, port, security, user, account, from, vendor } = values
    if ((host === undefined) === (account === undefined))
      throw wrongUsage('Give either --host, for e-mail, or --account and --from, for SMS.')
    const secret = user === undefined && account === undefined ? '' : readFileSync(STDIN, 'utf8').trim()
    const given = {
      name: name(argument),
      ...(host === undefined
        ? {
            channel: 'sms',
            sms: {
              ...(vendor === 'twilio' ? {} : { vendor }),
              api_url: values.apiUrl ?? smsVendorAddresses[vendor],
              account,
              from: from ?? '',
            },
          }
        : { channel: 'email', smtp: { host, port, security, ...(user === undefined ? {} : { user }) } }),
      ...(secret === '' ? {} : { secret }),
      ...limitsGiven(values),
    }
    if (!Check(NewProvider, given))
      throw wrongUsage(
        host === undefined ? 'Give --account and --from in full.' : 'The host or the user is too long.',
      )
    const parts = await providerParts(context)
    const provider = await withDatabase(context, async ({ engine }) => {
      const { id } = await chooseOrganisation(engine, values.organisation)
      return inTransaction(engine, async tx =>
        changed(await addProvider(tx, parts, { organisationId: id, actor: 'cli' }, given as Given)),
      )
    })
    if (json) terminal.json({ provider })
    else terminal.out(`Added ${printable(provider.name)}.`)
    return exitCodes.ok
  },
})
