/**
 * The venues that a member sees; null for all of them. Something with venues is visible to members who see one of
 * them, and something without venues to all who see its guest.
 */
export type Sight = readonly string[] | null

/** A guest was at one of the venues, or at none so far: the rule of `members/reach.ts`. */
const seesGuest = (of: string, guest = `${of}.guest_id`) =>
  `coalesce((SELECT bool_or(visited.serials && :value::text[]) FROM events visited
     WHERE visited.organisation_id = ${of}.organisation_id AND visited.guest_id = ${guest} AND visited.serials <> '{}'), true)`

/** For an event called e. */
export const seesEvent = `(e.serials && :value::text[] OR e.serials = '{}' AND ${seesGuest('e')})`

/** By the venues of the event that started a run called r. */
const isNowhere = `coalesce(json_array_length(r.input->'serials'), 0) = 0`
const isHere = `EXISTS (SELECT FROM json_array_elements_text(r.input->'serials') AS s (serial) WHERE s.serial = ANY(:value::text[]))`

/** For a run called r. */
export const seesRun = `(${isNowhere} AND ${seesGuest('r')} OR ${isHere})`

/** What a guest wrote by SMS, in the e-mail m that forwards it: by the venue that it answers and by its guest. Strangers are at no venue. */
const isOthers = `EXISTS (SELECT FROM sms_received x WHERE x.organisation_id = m.organisation_id AND x.id = m.id
  AND (x.guest_id IS NULL OR x.serial <> ALL(:value::text[]) OR NOT ${seesGuest('x')}))`

/** For a message called m and its run r, which some messages do not have: a confirmation of consent, what is forwarded. */
export const seesMessage = `(${isNowhere} AND ${seesGuest('m', 'coalesce(m.guest_id, r.guest_id)')} AND NOT ${isOthers} OR ${isHere})`

/** For a run called r in figures, which say nothing about its guest: looking at the guest of each would take too long. */
export const countsRun = `(${isNowhere} OR ${isHere})`

/** The runs among those called r that count for a member, by the parameter with this number; undefined: all of them. */
export const seenRuns = (sight: Sight, parameter: number) =>
  sight === null ? undefined : { condition: countsRun.replaceAll(':value', `$${parameter}`), value: sight }

/** For a task called t. */
export const seesTask = `(t.serial = ANY(:value::text[]) OR t.serial IS NULL AND ${seesGuest('t')})`
