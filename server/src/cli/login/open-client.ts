import { Millrace } from '@millrace/client/source'
import type { Connection } from './connection.ts'

/** The API as integrators use it. */
export const openClient = (connection: Connection): Millrace => new Millrace(connection)
