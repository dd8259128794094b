import type { NewWorkflow } from '@millrace/contract/dashboard/workflows'
import { dashboard } from '@millrace/contract/operations/dashboard'
import type { Trigger, WorkflowDefinition } from '@millrace/contract/workflow'
import type { Template } from '#dashboard/templates/template.ts'
import { templates } from '#dashboard/templates/templates.ts'
import { readWorkflow } from '#dashboard/workflows/read-workflow.ts'
import { inTenant, tenantSql } from '#db/database.ts'
import type { Sql } from '#db/sql.ts'
import { forOwnVenues } from '#members/reach.ts'
import type { ActingMember } from '#members/session.ts'
import { createWorkflow } from '#workflows/create-workflow.ts'
import { duplicateWorkflow } from '#workflows/drafts/duplicate-workflow.ts'
import { parseWorkflowFile } from '#workflows/files/workflow-file.ts'
import { readSegments } from '#workflows/segments/segment-row.ts'
import { createSegment } from '#workflows/segments/segments.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { changedSegment } from '../edge/segment.ts'
import { orRefuse } from '../edge/workflow-refusals.ts'
import { Refusal } from '../refusal.ts'
import { requireEveryVenue } from './edge/every-venue.ts'
import { requireReach } from './edge/own-workflow.ts'

export default bind(dashboard.createWorkflow, parts => {
  const { checks } = parts
  return async (request, reply) => {
    const { organisationId } = request.member
    const { body } = checkedBody(request, dashboard.createWorkflow)
    const { id } = await orRefuse(
      inTenant(parts.database, organisationId, async tx => {
        const created = await create(tx, request.member, body)
        await requireReach(tx, request.member, created.id)
        return created
      }),
    )
    const made = await readWorkflow(tenantSql(parts.database, organisationId), organisationId, id, checks)
    reply.code(201)
    return { message: 'Workflow created as a draft.', ...made }
  }
})

async function create(
  tx: Sql,
  member: ActingMember,
  { name, description, template, duplicate_of, file }: NewWorkflow,
): Promise<{ id: string }> {
  const { organisationId, email: actor } = member
  const beginnings = { template, duplicate_of, file }
  const [first, second] = Object.entries(beginnings).filter(([, given]) => given !== undefined)
  if (second !== undefined) fault(second[0], `cannot stand beside ${first?.[0]}`)
  const own = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  }
  if (duplicate_of !== undefined) {
    return duplicateWorkflow(tx, { organisationId, workflowId: duplicate_of.toLowerCase(), actor, ...own })
  }
  const beginning = template !== undefined ? await fromTemplate(tx, template, member) : file && fromFile(file)
  if (beginning === undefined) {
    if (name === undefined) fault('name', 'is required')
    const draft = member.serials === null ? {} : { draft: forOwnVenues(blank, member) }
    return createWorkflow(tx, { organisationId, name, actor, ...draft, ...own })
  }
  const { definition: draft, ...texts } = beginning
  return createWorkflow(tx, { organisationId, actor, draft, ...texts, ...own })
}

/** What the editor shows where nothing was saved yet. Someone held to venues gets it with theirs already named. */
const blank: WorkflowDefinition = {
  trigger: { source: null },
  start: 'end',
  nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
}

/** Templates are for every venue; someone held to venues gets them for theirs. */
async function fromTemplate(tx: Sql, key: string, member: ActingMember) {
  const found = templates.find(template => template.key === key)
  if (found === undefined) throw new Refusal('template_not_found')
  const { name, description, definition, segment } = found
  const { trigger } = definition
  const named = segment === undefined ? trigger : withSegment(trigger, await segmentFor(tx, member, segment))
  return { name, description, definition: forOwnVenues({ ...definition, trigger: named }, member) }
}

function withSegment(trigger: Trigger, id: string): Trigger {
  if ('broadcast' in trigger) return { ...trigger, broadcast: { ...trigger.broadcast, segment: id } }
  return 'segment' in trigger ? { ...trigger, segment: { ...trigger.segment, id } } : trigger
}

/** The segment with this name, or a new one, which someone held to venues cannot create. */
async function segmentFor(
  tx: Sql,
  member: ActingMember,
  segment: NonNullable<Template['segment']>,
): Promise<string> {
  const { organisationId, email: actor } = member
  const known = await readSegments(tx, organisationId)
  const same = known.find(({ name }) => name.toLowerCase() === segment.name.toLowerCase())
  if (same !== undefined) return same.id
  requireEveryVenue(member)
  return (await changedSegment(createSegment(tx, organisationId, segment, actor))).id
}

function fromFile(file: Record<string, unknown>) {
  const parsed = parseWorkflowFile(JSON.stringify(file))
  if ('faults' in parsed) throw new Refusal('validation_failed', { errors: { file: [...parsed.faults] } })
  return parsed.file
}

function fault(field: string, sentence: string): never {
  throw new Refusal('validation_failed', { errors: { [field]: [sentence] } })
}
