import type { SimulatedMessage, SimulationScript } from '@millrace/contract/simulation'
import type { Sql } from '#db/sql.ts'
import { SimulationRefused } from '#simulation/errors.ts'
import type { SimulationParts, SimulationRequest } from '#simulation/read-input.ts'
import { type AsideParts, simulateScript } from '#simulation/simulate-script.ts'
import type { EmailContent } from '#steps/step.ts'

/** A test is to be read, and not to be a way to fill a mailbox. */
const MOST_MAILS = 10

export interface Tester {
  readonly name: string | null
  readonly email: string
}

/**
 * The e-mails of a broadcast as its author would get them: a simulation with the author as its guest, who has agreed to everything.
 * If the conditions of the trigger turn the author away, they are passed over: the e-mails are what is tested. Throws
 * SimulationRefused where there are none.
 */
export async function testMails(
  sql: Sql,
  parts: SimulationParts & AsideParts,
  { organisationId, workflow }: Omit<SimulationRequest, 'script'>,
  { name, email }: Tester,
): Promise<EmailContent[]> {
  if (!('broadcast' in workflow.definition.trigger))
    throw new SimulationRefused('The draft is not a broadcast.')
  const simulated = (event: SimulationScript['event']) => {
    const invented = { name, email, email_consent: true }
    const script: SimulationScript = { guest: { invented }, event, happenings: [{ advance: 'end' }] }
    return simulateScript(sql, parts, { organisationId, workflow, script })
  }
  const due = await simulated({ occasion: 'next' })
  const { messages } = due.verdict.entered ? due : await simulated(null)
  const mails = messages.filter(isToGuest).map(({ content }) => content as unknown as EmailContent)
  if (mails.length === 0) throw new SimulationRefused('No e-mail would be sent, so there is nothing to test.')
  return mails.slice(0, MOST_MAILS)
}

const isToGuest = ({ channel, for_staff }: SimulatedMessage) => channel === 'email' && !for_staff
