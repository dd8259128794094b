import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { dateFormats, plainTargets } from '@millrace/contract/guest-import'
import { command } from '../command/command.ts'
import { apiFailure } from '../login/api-failure.ts'
import { chooseConnection, connectionOptions, connectionVariables } from '../login/connection.ts'
import { openClient } from '../login/open-client.ts'
import { Failure, wrongUsage } from '../terminal/failure.ts'
import { importFile } from './importing/import-file.ts'
import { requestOf } from './importing/request-of.ts'

export default command({
  about:
    'Uses the API with a key. The file is sent in parts and imported by the server in the background. A row finds its guest by external id, then e-mail address, then phone number, or creates one. What a row does not say stays as it is, and a refusal of consent is never overwritten.\n\n' +
    'Columns are recognised by their usual names; --map says what the others are. A field is ' +
    `${plainTargets.join(', ')}, external_id.SYSTEM, attributes.KEY, with :number, :boolean or :date behind it where it is not text, or parameters.KEY of a visit.\n\n` +
    'After Ctrl-C or a broken connection, run the same command again: it continues where it stopped, and no row is imported twice. Exit code 1 if a row was refused, 3 if the server cannot be reached. `guests undo` undoes it within 30 days.',
  examples: [
    'npx millrace guests import guests.csv --trial',
    "npx millrace guests import guests.csv --map 'Birthday=attributes.birthday:date' --date-format DD/MM/YYYY",
    'npx millrace guests import guests.csv --refused refused.csv',
    'npx millrace guests import bills.csv --visits till --map Total=amount',
  ],
  argument: { name: 'FILE', about: 'a CSV file with the names of its columns in the first row, or NDJSON' },
  options: {
    ...connectionOptions,
    visits: {
      value: 'SOURCE',
      about: 'the file has visits (or what the source is declared as) of guests who are there',
    },
    trial: { about: 'only count what would happen, and list the rows that would be refused' },
    map: { value: 'COLUMN=FIELD', multiple: true, about: 'what a column is' },
    format: {
      value: 'FORMAT',
      choices: ['csv', 'ndjson'],
      about: 'default: ndjson for .ndjson, .jsonl and .json, otherwise csv',
    },
    delimiter: { value: 'CHARACTER', about: 'between cells: , ; | or tab (default: recognised)' },
    encoding: { value: 'ENCODING', choices: ['utf-8', 'windows-1252'], about: 'default: utf-8' },
    dateFormat: {
      value: 'FORMAT',
      choices: dateFormats,
      about: 'how dates are written (default: YYYY-MM-DD)',
    },
    serial: { value: 'CODE', about: 'the venue by whose country phone numbers are read' },
    consentAt: { value: 'TIME', about: 'when consent was given, for rows that do not say so' },
    consentWhere: { value: 'TEXT', about: 'where it was given' },
    consentWords: { value: 'TEXT', about: 'what the guests agreed to' },
    refused: { value: 'FILE', about: 'write refused rows to this CSV file, with their reasons' },
  },
  environment: connectionVariables,
  async run({ values, argument: path, json }, { config, env, terminal }) {
    const request = requestOf(values, basename(path))
    const client = openClient(chooseConnection(values, { config, env }))
    const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw new Failure(`${path} cannot be read (${error.code}).`)
    })
    if (!file.isFile()) throw wrongUsage(`${path} is not a file.`)
    if (file.size === 0) throw new Failure(`${path} is empty.`)
    const given = {
      path,
      size: file.size,
      request,
      trial: values.trial ?? false,
      refused: values.refused,
      json,
    }
    try {
      return await importFile(client, given, terminal)
    } catch (error) {
      throw error instanceof Failure ? error : apiFailure(error)
    }
  },
})
