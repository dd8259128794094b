import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { command } from '../command/command.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openApi } from '../login/open-api.ts'
import { wrongUsage } from '../terminal/failure.ts'
import { openInput } from './many/open-input.ts'
import { sendMany } from './many/send-many.ts'
import { sendOne } from './send-one.ts'

export default command({
  about:
    'Gets a token and sends over HTTP, like any integrator: nothing here knows the database. The receipt of an event\n' +
    'says which workflows took it, and why the others did not. With a key of the demo organisation and nothing else, it\n' +
    'is an event that starts a run.\n\n' +
    'A file with an event on each line is sent as a whole, several at a time, waiting where the server asks for it.\n' +
    'Faulty lines are told by their numbers. When it is run again, within seven days and with the same name of the\n' +
    'file, what is stored is not stored twice: mend the lines, or go on after a Ctrl-C. Exit code 1 if a line was\n' +
    'refused, 3 if the server cannot be reached.',
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
    guest: { type: 'string', value: 'ID', about: 'Whom it is about: the organisation_registration_id' },
    serial: { type: 'string', multiple: true, value: 'SERIAL', about: 'A venue it concerns' },
    source: { type: 'string', value: 'SOURCE', about: "The sending service; '' for none" },
    param: {
      type: 'string',
      multiple: true,
      value: 'KEY=VALUE',
      about: 'A parameter; a number, true, false or null is taken as such',
    },
    file: {
      type: 'string',
      value: 'FILE',
      about: 'One event as JSON, or one on each line; - for stdin. The options above go over it',
    },
    'idempotency-key': {
      type: 'string',
      value: 'KEY',
      about: "Makes it safe to send again. Default for many: the file's name; for stdin none",
    },
    concurrency: { type: 'string', value: 'N', about: 'How many are on their way at once. Default: 8' },
    'dry-run': { type: 'boolean', about: 'Only say what would happen' },
  },
  environment: connectionVariables,
  async run({ values, json }, { config, env, terminal }) {
    const connection = chooseConnection(values, { config, env })
    const concurrency = readConcurrency(values.concurrency)
    const { file, 'idempotency-key': idempotencyKey } = values
    const input = file === undefined ? undefined : await openInput(file)
    const api = await openApi(connection)
    const said = {
      options: values,
      dryRun: values['dry-run'] === true,
      json,
    }
    if (input?.kind === 'many') {
      const batch = idempotencyKey ?? (file === '-' ? randomUUID() : resolve(file as string))
      return sendMany(api, { ...said, input, batch, concurrency }, terminal)
    }
    return sendOne(api, { ...said, text: input?.text, idempotencyKey }, terminal)
  },
})

const MOST = 64

function readConcurrency(text = '8'): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= MOST) return Number(text)
  throw wrongUsage(`--concurrency is "${text}"; give a whole number from 1 to ${MOST}.`)
}
