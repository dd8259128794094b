import { type Static, Type } from 'typebox'
import { ListLinks, nullable, Timestamp, Uuid, words } from './common.ts'

/**
 * A file of guests: its bytes are sent in parts, a background job reads it, and everything the import changed can be
 * undone. The rules for one row are those of `PUT /v1/guests`.
 */

const closed = { additionalProperties: false } as const
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const LARGEST_FILE = 256 * 1024 * 1024
export const LARGEST_PART = 1024 * 1024
export const MOST_COLUMNS = 500

/** What a file is about. */
export const importKinds = ['guests', 'visits'] as const
export type ImportKind = (typeof importKinds)[number]

/** What a column can be, apart from an attribute, a parameter and the id in a system, which have a name. */
export const plainTargets = [
  'external_id',
  'email',
  'phone',
  'name',
  'first_name',
  'last_name',
  'tags',
  'email_consent',
  'sms_consent',
  'do_not_contact',
  'points',
  'consent_at',
  'consent_where',
  'consent_words',
  'occurred_at',
  'serial',
  'amount',
  'currency',
  'covers',
  'ignore',
] as const

export const attributeTypes = ['text', 'number', 'boolean', 'date'] as const

export const targetPattern =
  `^(${plainTargets.join('|')}|external_id\\.[a-z0-9][a-z0-9._-]{0,49}` +
  `|attributes\\.[^\\u0000-\\u001f:]{1,100}(:(${attributeTypes.join('|')}))?|parameters\\.[^\\u0000-\\u001f]{1,100})$`

const always = /^(ignore|email|phone|external_id(\..+)?)$/
const ofVisits = /^(occurred_at|serial|amount|currency|covers|parameters\..+)$/

/** Whether a column of such a file can be this. */
export const fitsKind = (target: string, kind: ImportKind): boolean =>
  always.test(target) || ofVisits.test(target) === (kind === 'visits')

export const dateFormats = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'] as const

export const GuestImportRequest = Type.Object(
  {
    format: words(['csv', 'ndjson'], {
      description: 'csv: the first row has the names of the columns. ndjson: one object per line.',
    }),
    kind: Type.Optional(
      nullable(
        words(importKinds),
        'guests (the default), or visits: what the source is declared as, such as visits with an amount. They become ' +
          'history of guests who are there, and start nothing.',
      ),
    ),
    source: Type.Optional(
      nullable(text(100), 'For visits: the source they belong to, which is declared as what they are.'),
    ),
    file_name: Type.Optional(nullable(text(200), 'For people who look at the list of imports.')),
    columns: Type.Optional(
      nullable(
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          maxProperties: MOST_COLUMNS,
          propertyNames: { minLength: 1, maxLength: 200 },
          additionalProperties: { type: 'string', pattern: targetPattern },
        }),
        'What each column is: email, phone, external_id, external_id.SYSTEM, name, first_name, last_name, tags, ' +
          'attributes.KEY (or attributes.KEY:number, :boolean, :date), email_consent, sms_consent, do_not_contact, ' +
          'points (how many the guest shall have), consent_at, consent_where, consent_words or ignore; ' +
          'for visits email, phone, external_id, occurred_at, serial, amount, currency, covers, parameters.KEY or ignore. Columns that are not named here are recognised by ' +
          'their names where possible, and ignored otherwise.',
      ),
    ),
    delimiter: Type.Optional(
      nullable(words([',', ';', '\t', '|']), 'Between the cells of a CSV file. Default: the most frequent.'),
    ),
    encoding: Type.Optional(nullable(words(['utf-8', 'windows-1252']), 'Default: utf-8.')),
    date_format: Type.Optional(nullable(words(dateFormats), 'How dates are written. Default: YYYY-MM-DD.')),
    serial: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 12 }),
        'The venue by whose country phone numbers are read that have no country code, and of visits that name none. ' +
          'Default: the country of the organisation, and no venue.',
      ),
    ),
    consent: Type.Optional(
      nullable(
        Type.Object(
          {
            at: Type.Optional(nullable(Type.String({ format: 'date-time' }))),
            where: Type.Optional(nullable(text(200))),
            words: Type.Optional(nullable(text(2_000))),
          },
          closed,
        ),
        'When, where and in which words consent was given, for rows that do not say so themselves.',
      ),
    ),
  },
  {
    $id: 'GuestImportRequest',
    title: 'A file of guests to import',
    ...closed,
    examples: [
      {
        format: 'csv',
        file_name: 'guests.csv',
        columns: { 'E-mail': 'email', Birthday: 'attributes.birthday:date', Notes: 'ignore' },
        date_format: 'DD/MM/YYYY',
      },
    ],
  },
)
export type GuestImportRequest = Static<typeof GuestImportRequest>

export const GuestImportPart = Type.Object(
  {
    offset: Type.Integer({
      minimum: 0,
      maximum: LARGEST_FILE,
      description: 'How many bytes of the file come before this part.',
    }),
    content: Type.String({
      minLength: 1,
      maxLength: Math.ceil(LARGEST_PART / 3) * 4,
      // Not a pattern: to match a megabyte with one takes as long as to read the request.
      contentEncoding: 'base64',
      description: 'Up to 1 MiB of the file, in base64.',
    }),
  },
  {
    $id: 'GuestImportPart',
    title: 'A part of a file',
    ...closed,
    examples: [
      { offset: 0, content: 'RS1tYWlsLEJpcnRoZGF5LE5vdGVzCmFkYUBleGFtcGxlLmNvbSwxMC8xMi8xOTkwLHdpbmRvdwo=' },
    ],
  },
)
export type GuestImportPart = Static<typeof GuestImportPart>

export const GuestImportStart = Type.Object(
  {
    trial: Type.Optional(
      nullable(
        Type.Boolean(),
        'true: only count what would happen, and list the rows that would be refused.',
      ),
    ),
  },
  { $id: 'GuestImportStart', title: 'How to read the file', ...closed, examples: [{ trial: false }] },
)
export type GuestImportStart = Static<typeof GuestImportStart>

export const importStatuses = [
  'receiving',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
  'cancelled',
] as const
export type ImportStatus = (typeof importStatuses)[number]

export const ImportCounts = Type.Object({
  rows: Type.Integer({
    minimum: 0,
    description: 'Rows that were read, without the names of the columns and empty rows.',
  }),
  created: Type.Integer({ minimum: 0, description: 'New guests, or visits that were stored.' }),
  changed: Type.Integer({
    minimum: 0,
    description: 'Guests that were there, and about whom something changed.',
  }),
  unchanged: Type.Integer({ minimum: 0, description: 'Rows that say nothing new.' }),
  refused: Type.Integer({ minimum: 0, description: 'Rows that were not imported, each with its reasons.' }),
  refusals_kept: Type.Integer({
    minimum: 0,
    description: 'Consents that were not stored because the guest had refused before.',
  }),
})
export type ImportCounts = Static<typeof ImportCounts>

export const UndoCounts = Type.Object({
  deleted: Type.Integer({
    minimum: 0,
    description: 'Guests the import had created and who are deleted again, or visits.',
  }),
  restored: Type.Integer({ minimum: 0, description: 'Guests who have again what they had before.' }),
  kept: Type.Integer({
    minimum: 0,
    description:
      'Guests the import had created and who stay, because something happened since: an event, a run, points or a change.',
  }),
})
export type UndoCounts = Static<typeof UndoCounts>

export const GuestImport = Type.Object(
  {
    id: Uuid,
    status: words(importStatuses, {
      description:
        'receiving: the file can be sent. checking, checked: a trial. importing, imported. undoing, undone. failed: ' +
        '`error` says why. cancelled: what was imported until then stays, and can be undone.',
    }),
    kind: words(importKinds),
    source: nullable(Type.String(), 'The source of visits.'),
    format: words(['csv', 'ndjson']),
    file_name: nullable(Type.String()),
    bytes_received: Type.Integer({ minimum: 0, description: 'How much of the file has arrived.' }),
    bytes_read: Type.Integer({ minimum: 0, description: 'How much of it has been read.' }),
    counts: ImportCounts,
    columns: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What each column was read as; empty until the file is read.',
    }),
    undo: nullable(Type.Object(UndoCounts.properties), 'What the undo did; null where there was none.'),
    error: nullable(Type.String(), 'Why it failed.'),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  { $id: 'GuestImport', title: 'An import of guests' },
)
export type GuestImport = Static<typeof GuestImport>

export const GuestImportAnswer = Type.Object(
  { message: Type.String(), guest_import: GuestImport },
  { $id: 'GuestImportAnswer', title: 'Answer about one import' },
)
export type GuestImportAnswer = Static<typeof GuestImportAnswer>

export const GuestImportList = Type.Object(
  { data: Type.Array(GuestImport), links: ListLinks },
  { $id: 'GuestImportList', title: 'A page of imports' },
)

export const RefusedRow = Type.Object(
  {
    row: Type.Integer({
      minimum: 1,
      description: 'As a spreadsheet counts: the names of the columns are row 1.',
    }),
    reasons: Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
      description: 'By column; `row` for what is wrong with all of it.',
    }),
    values: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The row as it was sent, by column.',
    }),
  },
  { $id: 'RefusedRow', title: 'A row that was not imported' },
)
export type RefusedRow = Static<typeof RefusedRow>

export const RefusedRowList = Type.Object(
  { data: Type.Array(RefusedRow), links: ListLinks },
  { $id: 'RefusedRowList', title: 'A page of refused rows' },
)
