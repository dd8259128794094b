import { type SubscriptionEvent, subscriptionEventNames } from '@millrace/contract/subscription'
import { checkUrl } from '#channels/guard/check-url.ts'
import { loadSecrets } from '#config/secrets.ts'
import { inTransaction } from '#db/database.ts'
import { createSealer } from '#secrets/sealer.ts'
import { createSubscription } from '#subscriptions/subscriptions.ts'
import { command } from '../command/command.ts'
import { databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { name } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { exitCodes, Failure, wrongUsage } from '../terminal/failure.ts'

export default command({
  about: `Sends what happens to an address, signed with a secret that is printed once. Events: ${subscriptionEventNames.join(', ')}.`,
  examples: [
    'npx millrace subscriptions create --name CRM --url https://example.com/in --events run.finished',
  ],
  options: {
    name: { value: 'NAME', required: true, parse: name, about: 'what the subscription is called' },
    url: { value: 'URL', required: true, about: 'where it is sent' },
    events: { value: 'EVENTS', required: true, about: 'what is sent, with commas between' },
    ...organisationOption,
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET', ...outgoingVariables],
  async run({ values, json }, context) {
    const { config, terminal } = context
    const events = values.events.split(',')
    const unknown = events.find(event => !subscriptionEventNames.includes(event as SubscriptionEvent))
    if (unknown !== undefined)
      throw wrongUsage(`There is no event ${unknown}. Use some of ${subscriptionEventNames.join(', ')}.`)
    const checked = checkUrl(values.url, {
      allowPrivate: config.allowedPrivateAddresses,
      extraPorts: config.allowedPorts,
    })
    if ('fault' in checked) throw wrongUsage(checked.fault)
    const given = { name: values.name, url: values.url, events: [...new Set(events)] as SubscriptionEvent[] }
    const created = await withDatabase(context, async ({ engine }) => {
      const sealer = createSealer((await loadSecrets(config)).master)
      const { id } = await chooseOrganisation(engine, values.organisation)
      return inTransaction(engine, tx => createSubscription(tx, sealer, id, 'cli', given))
    })
    if (created === 'name_taken') throw new Failure(`There is a subscription "${values.name}" already.`)
    if (created === 'too_many') throw new Failure('There are 20 subscriptions already. Delete one first.')
    if (json) terminal.json({ ...created })
    else {
      terminal.out(created.secret)
      terminal.say('Keep the secret: it is not shown again. The receiver verifies requests with it.')
    }
    return exitCodes.ok
  },
})
