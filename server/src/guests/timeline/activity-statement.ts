/**
 * The activity of guest $2 after the place ($4, $5), newest first, $3 rows. Each part has its own limit, so that a
 * page costs what its rows cost. The number at the beginning of a key orders the rows of one transaction.
 */
interface Part {
  readonly kind: string
  readonly at: string
  readonly key: string
  readonly data: string
  readonly from: string
  readonly event?: string
  /** The run is called r where there is one. */
  readonly run?: string
  readonly node?: string
  /** The workflow, where there is no run to take it from. */
  readonly workflow?: string
  /** The venue, where there is no run to take it from: a run takes place at the first of its venues. */
  readonly serial?: string
}

const parts: readonly Part[] = [
  {
    kind: 'event',
    at: 'e.created_at',
    key: `'1 ' || e.id`,
    data: `jsonb_build_object('source', e.source, 'serials', e.serials, 'receipt', e.receipt, 'status', e.status,
                              'occurred_at', e.occurred_at)`,
    from: 'events e WHERE e.organisation_id = $1 AND e.guest_id = $2',
    event: 'e.id',
    serial: 'CASE WHEN cardinality(e.serials) = 1 THEN e.serials[1] END',
  },
  {
    kind: 'run',
    at: 'r.created_at',
    key: `'2 ' || r.id`,
    data: `jsonb_build_object('ended', false, 'trigger', r.trigger)
           || CASE WHEN r.trigger IN ('segment', 'broadcast') THEN (r.input -> 'parameters')::jsonb ELSE '{}' END`,
    from: 'runs r WHERE r.organisation_id = $1 AND r.guest_id = $2',
    event: 'r.event_id',
    run: 'r.id',
  },
  {
    // Due without an event, and not admitted.
    kind: 'run',
    at: 'o.considered_at',
    key: `'2 ' || o.workflow_id || o.occasion`,
    data: `jsonb_build_object('skipped', o.skipped)`,
    from: 'occasions o WHERE o.organisation_id = $1 AND o.guest_id = $2 AND o.skipped IS NOT NULL',
    workflow: 'o.workflow_id',
    serial: 'o.serial',
  },
  {
    kind: 'step',
    at: 'coalesce(s.finished_at, s.started_at)',
    key: `'3 ' || r.id || to_char(s.position, '00000')`,
    data: `jsonb_build_object('type', s.type, 'status', s.status, 'detail', s.detail)`,
    from: `runs r JOIN every_step s ON s.organisation_id = r.organisation_id AND s.run_id = r.id
           WHERE r.organisation_id = $1 AND r.guest_id = $2`,
    run: 'r.id',
    node: 's.node_id',
  },
  {
    // Its step shows that it was handed over.
    kind: 'message',
    at: 'coalesce(m.reported_at, m.settled_at, m.created_at)',
    key: `'4 ' || m.id`,
    data: `jsonb_build_object('channel', m.channel, 'status', m.status, 'error', m.error ->> 'message')`,
    from: `messages m LEFT JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
           WHERE m.organisation_id = $1 AND m.guest_id = $2
             AND m.status IN ('delivered', 'undelivered', 'failed', 'cancelled')`,
    run: 'r.id',
    node: 'm.node_id',
  },
  {
    kind: 'message',
    at: 'c.received_at',
    key: `'4 ' || m.id || ' complaint'`,
    data: `jsonb_build_object('channel', m.channel, 'status', 'complaint')`,
    from: `messages m JOIN runs r ON r.organisation_id = m.organisation_id AND r.id = m.run_id
           JOIN message_reports c ON c.organisation_id = m.organisation_id AND c.message_id = m.id AND c.kind = 'complaint'
           WHERE m.organisation_id = $1 AND m.guest_id = $2`,
    run: 'r.id',
    node: 'm.node_id',
  },
  {
    kind: 'message',
    at: 'a.answered_at',
    key: `'6 ' || a.message_id || ' answer'`,
    data: `jsonb_build_object('status', 'answered', 'answer', a.answer)`,
    from: `runs r JOIN message_answers a ON a.organisation_id = r.organisation_id AND a.run_id = r.id
           WHERE r.organisation_id = $1 AND r.guest_id = $2`,
    run: 'r.id',
    node: 'a.node_id',
  },
  {
    // STOP and START are in the history of consent.
    kind: 'message',
    at: 't.received_at',
    key: `'6 ' || t.id`,
    data: `jsonb_build_object('status', 'received', 'body', t.body)`,
    from: 'sms_received t WHERE t.organisation_id = $1 AND t.guest_id = $2 AND t.wish IS NULL',
    serial: 't.serial',
  },
  {
    kind: 'click',
    at: 'c.first_at',
    key: `'6 ' || c.message_id || c.url`,
    data: `jsonb_build_object('url', c.url, 'clicks', c.clicks)`,
    from: `runs r JOIN message_clicks c ON c.organisation_id = r.organisation_id AND c.run_id = r.id
           WHERE r.organisation_id = $1 AND r.guest_id = $2`,
    run: 'r.id',
    node: 'c.node_id',
  },
  {
    kind: 'points',
    at: 'p.created_at',
    key: `'5 ' || p.run_id`,
    data: `jsonb_build_object('points', p.points, 'reason', p.reason, 'actor', p.actor)`,
    from: `points_entries p WHERE p.organisation_id = $1 AND p.guest_id = $2 AND p.actor IS NOT NULL`,
  },
  {
    kind: 'consent',
    at: 'c.at',
    key: `'5 ' || to_char(c.id, '0000000000000000')`,
    data: `jsonb_build_object('field', c.field, 'value', c.value, 'how', c.how, 'actor', c.actor,
                              'reason', c.reason, 'stated_at', c.stated_at, 'stated_where', c.stated_where,
                              'stated_words', c.stated_words)`,
    from: 'consent_changes c WHERE c.organisation_id = $1 AND c.guest_id = $2',
  },
  {
    kind: 'edit',
    at: 'g.at',
    key: `'5 ' || g.id`,
    data: `jsonb_build_object('fields', g.fields, 'actor', g.actor)`,
    from: 'guest_edits g WHERE g.organisation_id = $1 AND g.guest_id = $2',
  },
  {
    kind: 'merge',
    at: 'g.merged_at',
    key: `'5 ' || g.id`,
    data: `jsonb_build_object('actor', g.actor, 'undone', false, 'merged', g.merged_id = $2)`,
    from: 'guest_merges g WHERE g.organisation_id = $1 AND (g.into_id = $2 OR g.merged_id = $2)',
  },
  {
    kind: 'merge',
    at: 'g.undone_at',
    key: `'5 ' || g.id`,
    data: `jsonb_build_object('actor', g.undone_by, 'undone', true)`,
    from: `guest_merges g
           WHERE g.organisation_id = $1 AND (g.into_id = $2 OR g.merged_id = $2) AND g.undone_at IS NOT NULL`,
  },
  {
    kind: 'task',
    at: 't.done_at',
    key: `'6 ' || t.id`,
    data: `jsonb_build_object('title', t.title, 'actor', t.done_by)`,
    from: `runs r JOIN tasks t ON t.organisation_id = r.organisation_id AND t.run_id = r.id
           WHERE r.organisation_id = $1 AND r.guest_id = $2 AND t.done_at IS NOT NULL`,
    run: 'r.id',
    node: 't.node_id',
  },
  {
    kind: 'run',
    at: 'r.finished_at',
    key: `'7 ' || r.id`,
    data: `jsonb_build_object('ended', true, 'status', r.status, 'outcome', r.outcome, 'reason', r.outcome_reason,
                              'error', r.error ->> 'message')`,
    from: 'runs r WHERE r.organisation_id = $1 AND r.guest_id = $2 AND r.finished_at IS NOT NULL',
    event: 'r.event_id',
    run: 'r.id',
  },
]

const statement = ({ kind, at, key, data, from, event, run, workflow, node, serial }: Part) => `
  (SELECT '${kind}' AS kind, ${at} AS at, (${key}) COLLATE "C" AS key, ${data} AS data,
          ${event ?? 'NULL::uuid'} AS event_id, ${run ?? 'NULL::uuid'} AS run_id,
          ${workflow ?? (run === undefined ? 'NULL::uuid' : 'r.workflow_id')} AS workflow_id,
          ${run === undefined ? 'NULL::integer' : 'r.workflow_version'} AS version, ${node ?? 'NULL::text'} AS node_id,
          ${serial ?? (run === undefined ? 'NULL::text' : "r.input -> 'serials' ->> 0")} AS serial
   FROM ${from} AND ($4::timestamptz IS NULL OR (${at}, (${key}) COLLATE "C") < ($4, $5 COLLATE "C"))
   ORDER BY 2 DESC, 3 DESC LIMIT $3)`

export const ACTIVITY = `
  WITH page AS (
    SELECT * FROM (${parts.map(statement).join(' UNION ALL ')}) AS all_parts ORDER BY at DESC, key DESC LIMIT $3
  )
  SELECT page.kind, page.at, page.data, page.event_id, page.run_id, page.workflow_id, w.name AS workflow_name, page.serial,
         (SELECT node ->> 'label' FROM jsonb_array_elements(v.definition -> 'nodes') AS node
          WHERE node ->> 'id' = page.node_id) AS label,
         to_char(page.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') || ' ' || page.key AS place
  FROM page
  LEFT JOIN workflows w ON w.organisation_id = $1 AND w.id = page.workflow_id
  LEFT JOIN workflow_versions v
    ON v.organisation_id = $1 AND v.workflow_id = page.workflow_id AND v.version = page.version
  ORDER BY page.at DESC, page.key DESC`
