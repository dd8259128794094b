import type { AddressGuard } from '../guard/guard.ts'
import { createBulkhead } from '../http/bulkhead.ts'
import { createCircuit } from '../http/circuit.ts'
import { type Outcome, refusedHere } from '../outcome.ts'
import { composeMessage, type EmailMessage, messageFault } from './message.ts'
import { createPools, fingerprint, hasBegun, type Reading, type SmtpTimes } from './pools.ts'
import { readSendError, storableReply } from './read-error.ts'
import { type SmtpSettings, smtpSettingsFaults } from './settings.ts'

export interface Mailer {
  /** One attempt to hand a message to the mail server. It returns an outcome, whatever the server does. */
  sendEmail(settings: SmtpSettings, message: EmailMessage): Promise<Outcome>
  close(): void
}

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 20_000, totalMs: 60_000 }
const MOST = { perServer: 20, overall: 64 }
const REST = { timeouts: 3, restMs: 30_000 }
const BUSY_MS = 1_000

export function createMailer(guard: AddressGuard, times: SmtpTimes = TIMES): Mailer {
  const pools = createPools(guard, times)
  const bulkhead = createBulkhead()
  const circuit = createCircuit({ ...REST, now: () => performance.now() })
  return {
    async sendEmail(settings, message) {
      const faults = smtpSettingsFaults(settings, guard.policy)
      if (faults.length > 0) return refusedHere('invalid_settings', faults.join(' '))
      const fault = messageFault(message)
      if (fault !== undefined) return refusedHere(...fault)
      const server = fingerprint(settings)
      const leave = bulkhead.enter([
        [server, MOST.perServer],
        ['', MOST.overall],
      ])
      if (leave === undefined)
        return heldBack('host_busy', 'The mail server has much to do already.', BUSY_MS)
      try {
        const rest = circuit.restOf(server)
        if (rest !== undefined) {
          return heldBack('host_resting', 'The mail server has hung several times in a row and rests.', rest)
        }
        const outcome = await deliver(settings, message)
        circuit.record(server, outcome.kind === 'retry' && outcome.code === 'timeout')
        return outcome
      } finally {
        leave()
      }
    },
    close: pools.close,
  }

  async function deliver(settings: SmtpSettings, message: EmailMessage): Promise<Outcome> {
    const began = performance.now()
    const since = () => Math.round(performance.now() - began)
    const pool = pools.take(settings)
    const reading: Reading = {}
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      pools.drop(pool)
      late.reject(new DOMException('The message took too long.', 'TimeoutError'))
    }, times.totalMs)
    try {
      const sent = await Promise.race([pool.send(composeMessage(message), reading), late.promise])
      const detail = {
        contacted: true,
        durationMs: since(),
        status: Number.parseInt(sent.response, 10),
        response: storableReply(sent.response),
        ...(sent.serverMessageId === undefined ? {} : { providerId: sent.serverMessageId }),
      }
      return { kind: 'delivered', detail }
    } catch (error) {
      return readSendError(error as Error, since(), hasBegun(reading))
    } finally {
      clearTimeout(timer)
    }
  }
}

function heldBack(code: string, message: string, afterMs: number): Outcome {
  return { kind: 'retry', code, message, afterMs, detail: { contacted: false, durationMs: 0 } }
}
