import { Type } from 'typebox'
import { PageQuery } from '../../common.ts'
import {
  GuestImportAnswer,
  GuestImportList,
  GuestImportPart,
  GuestImportRequest,
  GuestImportStart,
  RefusedRowList,
} from '../../guest-import.ts'
import { operation } from '../operation.ts'
import { problems } from '../refusals.ts'
import { writeHeaders } from '../repeatable-write.ts'

/** None of these is open to a key that is limited to venues: a file is about any guest. */

export const createGuestImport = operation({
  method: 'POST',
  path: '/v1/guest-imports',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Imports'],
  summary: 'Prepare an import of guests',
  description:
    'Says how a CSV or NDJSON file is to be read. Send the file in parts afterwards, try it, and start it. A file that ' +
    'is not imported is deleted after seven days.',
  headers: writeHeaders,
  body: GuestImportRequest,
  answers: { 201: GuestImportAnswer, ...problems(409, 413, 415, 422) },
})

export const listGuestImports = operation({
  method: 'GET',
  path: '/v1/guest-imports',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Imports'],
  summary: 'List imports of guests',
  description: 'Newest first, of the last 30 days.',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: GuestImportList, ...problems() },
})

export const getGuestImport = operation({
  method: 'GET',
  path: '/v1/guest-imports/:id',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Imports'],
  summary: 'Read how far an import is',
  answers: { 200: GuestImportAnswer, ...problems(404) },
})

export const addGuestImportPart = operation({
  method: 'PUT',
  path: '/v1/guest-imports/:id/file',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Imports'],
  summary: 'Send a part of the file',
  description:
    'Parts are sent in their order. After a broken connection, continue at `bytes_received`; a part that has arrived ' +
    'already changes nothing.',
  body: GuestImportPart,
  bodyLimit: 2 * 1024 * 1024,
  answers: { 200: GuestImportAnswer, ...problems(404, 409, 413, 415) },
})

export const startGuestImport = operation({
  method: 'POST',
  path: '/v1/guest-imports/:id/start',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Imports'],
  summary: 'Try an import, or carry it out',
  description:
    'In the background. A trial changes no guest and can be repeated. Rows are found by external_id, then e-mail ' +
    'address, then phone number. An import that was cancelled can be started again: rows that were imported say ' +
    'nothing new then. The file is deleted once it is imported.',
  headers: writeHeaders,
  body: GuestImportStart,
  answers: { 200: GuestImportAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const cancelGuestImport = operation({
  method: 'POST',
  path: '/v1/guest-imports/:id/cancel',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Imports'],
  summary: 'Cancel an import',
  description: 'Ends it where it is. What was imported stays, and can be undone.',
  headers: writeHeaders,
  answers: { 200: GuestImportAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const undoGuestImport = operation({
  method: 'POST',
  path: '/v1/guest-imports/:id/undo',
  access: 'bearer',
  scope: 'guests:write',
  tags: ['Imports'],
  summary: 'Undo an import',
  description:
    'Within 30 days, in the background. Guests the import created are deleted, unless something happened to them since. ' +
    'A field the import changed gets its earlier value back, unless it was changed again. A refusal of consent stays.',
  headers: writeHeaders,
  answers: { 200: GuestImportAnswer, ...problems(404, 409, 413, 415, 422) },
})

export const listRefusedRows = operation({
  method: 'GET',
  path: '/v1/guest-imports/:id/refused-rows',
  access: 'bearer',
  scope: 'guests:read',
  tags: ['Imports'],
  summary: 'List the rows that were refused',
  description: 'In the order of the file, each with the reasons at their columns. Kept for 30 days.',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: RefusedRowList, ...problems(404) },
})
