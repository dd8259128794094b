import { storedId } from '#base/ids.ts'
import { inTransaction } from '#db/database.ts'
import { decideMissed } from '#workflows/missed/decide-missed.ts'
import { decidedInWords } from '#workflows/missed/decided-in-words.ts'
import { countMissed, listMissed, type MissedRow } from '#workflows/missed/missed-rows.ts'
import { command } from '../command/command.ts'
import { databaseVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { wholeNumber } from '../command/values.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { alignTable, printable } from '../terminal/align.ts'
import { exitCodes, wrongUsage } from '../terminal/failure.ts'
import { chooseWorkflow } from './choose-workflow.ts'
import { orRefuse } from './refusal.ts'

export default command({
  about:
    'Guests who were due while the workflow was paused, or the server was off, wait for a decision. Lists them, starts them with --start, or lets them go with --let-go: all of them, or one guest with --guest.',
  examples: [
    "npx millrace workflows missed 'Birthday'",
    "npx millrace workflows missed 'Birthday' --start",
    "npx millrace workflows missed 'Birthday' --let-go --guest 0192c8a0-0000-7000-8000-000000000101",
  ],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: {
    start: { about: 'start them now' },
    letGo: { about: 'let them go' },
    guest: { value: 'ID', about: 'only this guest' },
    limit: { value: 'N', parse: wholeNumber(1, 10_000), about: 'how many to list (default: 100)' },
    ...organisationOption,
  },
  environment: databaseVariables,
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { start = false, letGo = false, guest, limit = 100 } = values
    if (start && letGo) throw wrongUsage('Use --start or --let-go, not both.')
    const guestId = guest === undefined ? undefined : storedId(guest)
    if (guest !== undefined && guestId === undefined) throw wrongUsage('--guest takes the id of a guest.')
    if (guest !== undefined && !start && !letGo) throw wrongUsage('Use --guest with --start or --let-go.')
    return withDatabase(context, async ({ engine }) => {
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      const { id: workflowId } = await chooseWorkflow(engine, organisationId, argument)
      const place = { organisationId, workflowId }
      if (start || letGo) {
        const decision = start ? 'start' : 'let_go'
        const guests = guestId === undefined ? {} : { guests: [guestId] }
        const decided = await orRefuse(() =>
          inTransaction(engine, tx => decideMissed(tx, place, { decision, ...guests }, 'cli')),
        )
        if (json) terminal.json({ decision, decided })
        else terminal.say(decidedInWords(decision, decided))
        return exitCodes.ok
      }
      const counts = await countMissed(engine, place)
      const missed = await listMissed(engine, place, { after: undefined, limit })
      if (json) terminal.json({ ...counts, guests: missed })
      else if (missed.length === 0) terminal.say('Nobody was missed, or all is decided.')
      else {
        for (const line of alignTable(HEADING, missed.map(row))) terminal.out(line)
        const more = counts.missed - missed.length
        if (more > 0) terminal.say(`And ${more} more. Pass --limit to list them.`)
      }
      return exitCodes.ok
    })
  },
})

const HEADING = ['GUEST', 'NAME', 'DUE', 'WHY']
const because = { workflow_paused: 'paused', too_late: 'server off' } as const

const row = ({ guest_id, guest_name, due_at, because: why }: MissedRow) => [
  guest_id,
  guest_name === null ? '-' : printable(guest_name),
  due_at.toISOString(),
  because[why],
]
