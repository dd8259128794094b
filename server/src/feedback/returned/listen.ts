import type { AddressInfo } from 'node:net'
import { MAIL_SERVER } from '@millrace/contract/suppression'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { StartupError } from '#base/startup-error.ts'
import { type Returned, readReturnAddress } from '#channels/email/return-address.ts'
import { type Database, inTenant } from '#db/database.ts'
import type { Logger } from '#observability/logger.ts'
import { actOnReports } from '../act-on-reports.ts'
import type { CountReturned, Result } from './count-returned.ts'
import { readReturned } from './read-returned.ts'
import { createTurns } from './turns.ts'

export interface ReturnsParts {
  readonly database: Pick<Database, 'tenant'>
  readonly domain: string
  readonly key: Buffer
  readonly logger: Logger
  readonly count: CountReturned
}

export interface Returns {
  readonly port: number
  /** Takes no more, and finishes what it has been given in full. */
  close(): Promise<void>
}

/** A notification may have the whole message with it. */
const LARGEST = 4 * 1024 * 1024
/** What it says is before the message. */
const READ = 256 * 1024
const MOST_CLIENTS = 50
/** A mail server in front opens twenty at most, if nobody changed it. */
const MOST_OF_ONE_ADDRESS = 20
/** Servers send back what they got; who tries addresses is sent away. */
const MOST_WRONG = 10
const MOST_A_MINUTE = 6_000
/** Of the ten connections that requests have to the database. */
const AT_ONCE = 4
const SILENCE_MS = 30_000
const LONGEST_CONNECTION_MS = 5 * 60_000
/** For the answers to what was given; those who are silent are asked to come back. */
const CLOSING_MS = 1_000

/**
 * Takes the e-mails that mail servers send back. Only addresses that Millrace has made are accepted, so it relays nothing and keeps
 * nothing of anybody else's. What is confirmed is on disk, with everything that follows from it; a server that is asked to come back
 * later does so for days.
 */
export async function listenForReturns(
  { database, domain, key, logger, count }: ReturnsParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Returns> {
  const read = (address: string) => readReturnAddress(address, domain, key)
  const turns = createTurns({ atOnce: AT_ONCE, mostAMinute: MOST_A_MINUTE, now: () => performance.now() })
  const wrong = new WeakMap<SMTPServerSession, number>()

  const take = async ({ organisationId, messageId }: Returned, raw: Buffer): Promise<Result> => {
    const said = await readReturned(raw)
    if (said === undefined) return 'ignored'
    const { recorded, repeated } = await inTenant(database, organisationId, tx =>
      actOnReports(tx, organisationId, MAIL_SERVER, [{ messageId, ...said }]),
    )
    if (recorded > 0) return 'recorded'
    return repeated > 0 ? 'repeated' : 'unknown'
  }
  const refuse = (result: Result, code: number, words: string) => {
    count(result)
    return Object.assign(new Error(words), { responseCode: code })
  }

  const server = new SMTPServer({
    name: domain,
    banner: 'returned e-mails only',
    logger: false,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST,
    maxClients: MOST_CLIENTS,
    maxRecipients: 1,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSING_MS,
    onConnect({ remoteAddress }, done) {
      const same = [...server.connections].filter(one => one.remoteAddress === remoteAddress)
      done(
        same.length > MOST_OF_ONE_ADDRESS
          ? refuse('later', 421, '4.7.0 Too many connections, try later')
          : null,
      )
    },
    onRcptTo({ address }, session, done) {
      if (read(address) !== undefined) {
        return done(turns.isFree() ? null : refuse('later', 451, '4.3.2 Too many e-mails, try later'))
      }
      const times = (wrong.get(session) ?? 0) + 1
      wrong.set(session, times)
      done(
        times < MOST_WRONG
          ? refuse('refused', 550, '5.1.1 There is no such address here')
          : refuse('refused', 421, '4.7.0 Too many wrong addresses'),
      )
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      let size = 0
      // What is too much is dropped as it comes: the sender is answered at the end.
      stream.on('data', (chunk: Buffer) => {
        if (size < READ) chunks.push(chunk)
        size += chunk.length
      })
      // The sender has gone in the middle, and sends it again.
      stream.on('error', done)
      stream.on('end', () => {
        if (size > LARGEST) return done(refuse('refused', 552, '5.3.4 The message is too large'))
        const returned = read(envelope.rcptTo[0]?.address ?? '') as Returned
        turns
          .take(() => take(returned, Buffer.concat(chunks).subarray(0, READ)))
          .then(
            result => {
              count(result)
              done(null, '2.0.0 Thank you')
            },
            error => {
              logger.error(
                { err: error, message_id: returned.messageId },
                'a returned e-mail was not recorded',
              )
              done(refuse('later', 451, '4.3.0 Try later'))
            },
          )
      })
    },
  })
  server.server.on('connection', socket => {
    const tooLong = setTimeout(() => socket.destroy(), LONGEST_CONNECTION_MS)
    socket.once('close', () => clearTimeout(tooLong))
  })
  // A client that goes in the middle.
  server.on('error', error => logger.debug({ err: error }, 'a connection for returned e-mails failed'))
  await new Promise((resolve, reject) => {
    server.server.once('listening', resolve)
    server.server.once('error', error => reject(cannotListen(error, host, port)))
    server.listen(port, host)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      await new Promise<void>(resolve => server.close(() => resolve()))
      await turns.ended()
    },
  }
}

const cannotListen = ({ code }: NodeJS.ErrnoException, host: string, port: number) =>
  new StartupError(
    `MILLRACE_RETURN_LISTEN is ${host}:${port}, where nothing can be received (${code}). ` +
      'Choose an address of this machine and a free port above 1023, in one process only.',
  )
