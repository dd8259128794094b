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

const forEditors = { access: 'member', role: 'editor' } as const

export const listImports = operation({
  ...forEditors,
  method: 'GET',
  path: '/dashboard/api/guest-imports',
  summary: 'Imports of guests of the last 30 days',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: GuestImportList },
})

export const prepareImport = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/guest-imports',
  summary: 'Prepare an import, before its file is sent',
  body: GuestImportRequest,
  answers: { 201: GuestImportAnswer },
})

export const readImport = operation({
  ...forEditors,
  method: 'GET',
  path: '/dashboard/api/guest-imports/:id',
  summary: 'Read how far an import is',
  answers: { 200: GuestImportAnswer },
})

export const addImportPart = operation({
  ...forEditors,
  method: 'PUT',
  path: '/dashboard/api/guest-imports/:id/file',
  summary: 'Send a part of the file',
  body: GuestImportPart,
  bodyLimit: 2 * 1024 * 1024,
  answers: { 200: GuestImportAnswer },
})

export const startImport = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/guest-imports/:id/start',
  summary: 'Try an import, or carry it out',
  body: GuestImportStart,
  answers: { 200: GuestImportAnswer },
})

export const cancelImport = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/guest-imports/:id/cancel',
  summary: 'Cancel an import where it is',
  answers: { 200: GuestImportAnswer },
})

export const undoImport = operation({
  ...forEditors,
  method: 'POST',
  path: '/dashboard/api/guest-imports/:id/undo',
  summary: 'Undo an import',
  answers: { 200: GuestImportAnswer },
})

export const listRefusedRows = operation({
  ...forEditors,
  method: 'GET',
  path: '/dashboard/api/guest-imports/:id/refused-rows',
  summary: 'Rows that were refused, with their reasons',
  query: Type.Object({ ...PageQuery }),
  answers: { 200: RefusedRowList },
})

export const exportRefusedRows = operation({
  ...forEditors,
  method: 'GET',
  path: '/dashboard/api/guest-imports/:id/refused-rows/export',
  confirmed: true,
  summary: 'Refused rows as a file that can be corrected and imported',
  answers: { 200: { description: 'The file.' } },
})
