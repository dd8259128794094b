import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { command } from '../command/command.ts'
import { wholeNumber } from '../command/values.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { openInput } from './many/open-input.ts'
import { sendMany } from './many/send-many.ts'
import { PARAMETER } from './parameters.ts'
import { sendOne } from './send-one.ts'

export default command({
  about:
    'Uses the API with a key, like any integrator. The receipt shows which workflows matched and why the others did not. With a key of the demo organisation and no options, the event starts a run.\n\n' +
    'A file with one event per line is sent several lines at a time, at the pace the server allows. Rejected lines are listed by number. Run the same command again within seven days and nothing is stored twice: after fixing lines, or after Ctrl-C. Exit code 1 if a line was rejected, 3 if the server cannot be reached.',
  examples: [
    'npx millrace events send --client-id mrid_… --client-secret mrsk_…',
    'npx millrace events send --param spend=128 --dry-run             # with the key in the environment',
    'npx millrace events send --guest ID --serial HARBOUR-01 --source till --param spend=42.5',
    'npx millrace events send --file events.ndjson',
    'cat event.json | npx millrace events send --file - --json',
    'zcat 2026-07.gz | npx millrace events send --file - --idempotency-key july --concurrency 16',
  ],
  options: {
    ...connectionOptions,
    guest: { value: 'ID', about: 'the guest (organisation_registration_id)' },
    serial: { value: 'CODE', multiple: true, about: 'the code of a venue' },
    source: { value: 'SOURCE', about: "the source; '' for none" },
    param: { value: 'KEY=VALUE', multiple: true, about: PARAMETER },
    file: {
      value: 'FILE',
      about: 'one event as JSON, or one per line; - for stdin. The options above override it',
    },
    idempotencyKey: {
      value: 'KEY',
      about: 'makes repeating safe (default for a file of events: its path; for stdin: none)',
    },
    concurrency: {
      value: 'N',
      usual: '8',
      parse: wholeNumber(1, 64),
      about: 'how many events to send at once',
    },
    dryRun: { about: 'show what would happen, without storing anything' },
  },
  environment: connectionVariables,
  async run({ values, json }, { config, env, terminal }) {
    const connection = chooseConnection(values, { config, env })
    const { file, idempotencyKey, concurrency } = values
    const input = file === undefined ? undefined : await openInput(file)
    const client = openClient(connection)
    const asked = {
      options: values,
      dryRun: values.dryRun === true,
      json,
    }
    if (input?.kind === 'many') {
      const batch = idempotencyKey ?? (file === '-' ? randomUUID() : resolve(file as string))
      return sendMany(client, { ...asked, input, batch, concurrency }, terminal)
    }
    return sendOne(client, { ...asked, text: input?.text, idempotencyKey }, terminal)
  },
})
