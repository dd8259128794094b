import { startsMembers } from '@millrace/contract/workflow'
import type { GuestsInside } from '@millrace/contract/workflow-management'
import { inTransaction } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { readSettings } from '#organisations/settings/read-settings.ts'
import { runSimulations } from '#simulation/run-simulations.ts'
import { classesToConfirm } from '#workflows/classes-to-confirm.ts'
import { consentsGiven } from '#workflows/consents-given.ts'
import { describeDifference } from '#workflows/description/describe-difference.ts'
import { difference } from '#workflows/description/difference.ts'
import { publishableDraft } from '#workflows/drafts/publishable-draft.ts'
import { readDraft, type StoredDraft } from '#workflows/drafts/read-draft.ts'
import { readVersion } from '#workflows/drafts/versions.ts'
import { countMembersToStart } from '#workflows/due/segment-guests.ts'
import { guestsInside } from '#workflows/guests-inside.ts'
import { storeVersion } from '#workflows/store-version.ts'
import { nodeLabel } from '#workflows/validation/node-label.ts'
import { validate } from '#workflows/validation/validate.ts'
import { command } from '../command/command.ts'
import { addressVariables, databaseVariables } from '../command/environment.ts'
import { requireYes, saysYes } from '../command/require-yes.ts'
import { organisationOption, yesOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { chooseOrganisation } from '../organisations/choose-organisation.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { chooseWorkflow } from './choose-workflow.ts'
import { outboundChecks } from './outbound-checks.ts'
import { orRefuse } from './refusal.ts'
import { simulationParts } from './simulation-parts.ts'

export default command({
  about:
    'Publishes the draft as the next version, on which new runs start. Shows the changes and how many guests are in the workflow, and asks for confirmation unless you pass --yes. The simulations saved with the workflow run first, and each must give its expected result. Transactional steps that are new or have changed are listed, and have to be confirmed.',
  examples: [
    "npx millrace workflows publish 'Points for every visit'",
    'npx millrace workflows publish 0192c8a0-0000-7000-8000-000000000201 --inside end --yes',
  ],
  argument: { name: 'WORKFLOW', about: 'the id or the name of the workflow' },
  options: {
    inside: {
      value: 'WHAT',
      choices: ['finish', 'end'],
      usual: 'finish',
      about: 'guests in the workflow finish on their version, or end now',
    },
    confirmTransactional: {
      about: 'with --yes: the transactional steps are about what guests asked for',
    },
    ...yesOption,
    ...organisationOption,
  },
  environment: [...databaseVariables, ...addressVariables],
  async run({ values, argument, json }, context) {
    const { config, terminal } = context
    const { inside } = values
    requireYes(terminal, values.yes, 'Publishing affects guests.')
    return withDatabase(context, async ({ engine, engineSql }) => {
      const { id: organisationId } = await chooseOrganisation(engine, values.organisation)
      const workflow = await chooseWorkflow(engine, organisationId, argument)
      const draft = (await readDraft(engine, organisationId, workflow.id)) as StoredDraft
      if (workflow.version !== null && !draft.unpublished) {
        if (json) terminal.json({ id: workflow.id, version: workflow.version, published: false })
        else terminal.say(`Nothing to publish: the draft is the same as version ${workflow.version}.`)
        return exitCodes.ok
      }
      const live =
        workflow.version === null
          ? undefined
          : await readVersion(engine, organisationId, workflow.id, workflow.version)
      const changes = describeDifference(difference(live?.definition ?? null, draft.document))
      const guests = await guestsInside(engine, organisationId, workflow.id)
      if (!json) for (const line of [...changes, guestsInWords(guests, inside)]) terminal.out(printable(line))
      const transactional = unconfirmed(draft.document, live?.definition)
      const alreadyIn = await membersToStart(engine, organisationId, workflow.id, draft.document)
      if (!json) for (const line of transactional) terminal.out(printable(line))
      const consents = await unconfirmedConsents(engine, organisationId, draft.document)
      if (!json) for (const line of consents) terminal.out(printable(line))
      if (!json && alreadyIn !== null) terminal.out(membersInWords(alreadyIn))
      // Asked outside the transaction: one that waits for a person would be ended by the database.
      if (!values.yes) await confirm(terminal, workflow.name)
      const parts = simulationParts(context)
      const publication = { organisationId, workflowId: workflow.id, revision: draft.revision, actor: 'cli' }
      const { version } = await orRefuse(async () => {
        // Outside the transaction too: the database ends one in which nothing is asked for while a simulation is worked out.
        const definition = await publishableDraft(engineSql, {
          ...publication,
          confirm_transactional: !values.yes || values.confirmTransactional === true,
          checks: { ...outboundChecks(config), imagesAt: config.baseUrl },
          runSimulations: checked => runSimulations(engineSql, parts, organisationId, workflow.id, checked),
        })
        return inTransaction(engine, tx => storeVersion(tx, { ...publication, definition, inside }))
      })
      if (json)
        terminal.json({
          id: workflow.id,
          version,
          published: true,
          changes,
          guests_inside: guests,
          inside,
          already_in: alreadyIn,
        })
      else terminal.say(`Published as version ${version}.`)
      return exitCodes.ok
    })
  },
})

/** The steps that the question is also about. A draft may be anything. */
function unconfirmed(document: StoredDraft['document'], live: object | undefined): string[] {
  const { definition } = validate(document)
  if (definition === undefined) return []
  return classesToConfirm(definition, live).map(
    step => `The step ${nodeLabel(step)} is transactional: it also goes to guests without marketing consent.`,
  )
}

/** The steps that give a consent which guests would confirm if it came from elsewhere. */
async function unconfirmedConsents(
  sql: Sql,
  organisationId: string,
  document: StoredDraft['document'],
): Promise<string[]> {
  const { definition } = validate(document)
  const isOn = (await readSettings(sql, organisationId))?.settings.double_opt_in === true
  if (definition === undefined || !isOn) return []
  const ids = consentsGiven(definition)
  return definition.nodes
    .filter(({ id }) => ids.includes(id))
    .map(step => `The step ${nodeLabel(step)} gives a consent to e-mail, which guests do not confirm.`)
}

/** null: the draft does not start for the members of a segment. */
async function membersToStart(
  sql: Sql,
  organisationId: string,
  workflowId: string,
  document: StoredDraft['document'],
): Promise<number | null> {
  const trigger = validate(document).definition?.trigger
  if (trigger === undefined || !startsMembers(trigger)) return null
  return countMembersToStart(sql, { organisationId, workflowId, trigger })
}

const membersInWords = (guests: number) =>
  guests === 1
    ? 'It also starts for 1 guest who is in the segment already.'
    : `It also starts for ${guests} guests who are in the segment already.`

function guestsInWords({ total }: GuestsInside, inside: 'finish' | 'end'): string {
  if (total === 0) return 'No guests are in the workflow.'
  const guests = total === 1 ? '1 guest is' : `${total} guests are`
  return `${guests} in the workflow and will ${inside === 'end' ? 'end now' : 'finish on their current version'}.`
}

async function confirm(terminal: Terminal, name: string): Promise<void> {
  if (!(await saysYes(terminal, `Publish "${printable(name)}"? Type yes to confirm: `)))
    throw new Failure('Nothing was published.')
}
