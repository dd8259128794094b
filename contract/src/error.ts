import { type Static, Type } from 'typebox'

/**
 * Every error of a workflow endpoint: one row each, with its status and the sentence that the caller reads.
 * `docs/contract.md` has the same rows; a test checks that.
 */
export const errorCatalogue = {
  invalid_json: { status: 400, message: 'The body is not readable JSON.' },
  validation_failed: { status: 400, message: 'The request has faults; see errors.' },
  invalid_cursor: { status: 400, message: 'The cursor is not one that this list gave out.' },
  unauthenticated: {
    status: 401,
    message: 'A valid Bearer token is needed. Get one from POST /oauth/token.',
  },
  scope_needed: { status: 403, message: 'The API key does not have the scope that this needs.' },
  address_not_allowed: { status: 403, message: 'The API key may not be used from this address.' },
  venue_not_allowed: {
    status: 403,
    message: 'The API key is limited to some venues, and this is about another one or about every one.',
  },
  source_not_allowed: { status: 403, message: 'The API key is limited to some sources; see errors.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  event_not_found: { status: 404, message: 'There is no event with this id.' },
  guest_not_found: { status: 404, message: 'There is no guest with this organisation registration id.' },
  workflow_not_found: { status: 404, message: 'There is no workflow with this id.' },
  run_not_found: { status: 404, message: 'There is no run with this id in this workflow.' },
  broadcast_not_found: { status: 404, message: 'The workflow has no broadcast with this id.' },
  import_not_found: { status: 404, message: 'There is no import with this id.' },
  merge_not_found: { status: 404, message: 'This guest was not merged, or the merge is undone already.' },
  segment_not_found: { status: 404, message: 'There is no segment with this id.' },
  suppression_not_found: { status: 404, message: 'There is no suppression with this id, or it was lifted.' },
  subscription_not_found: { status: 404, message: 'There is no subscription with this id.' },
  subscription_delivery_not_found: {
    status: 404,
    message: 'The subscription has no delivery with this id, or no longer.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take this method; see the Allow header.',
  },
  workflow_not_active: {
    status: 409,
    message: 'The workflow is not active, so no run can be started for it.',
  },
  run_finished: { status: 409, message: 'The run is finished and cannot be cancelled.' },
  broadcast_refused: { status: 409, message: 'The broadcast cannot be sent or changed like this.' },
  guest_exists: { status: 409, message: 'A guest with this external_id exists already.' },
  same_guest: { status: 409, message: 'These are one guest already, so there is nothing to merge.' },
  merge_not_undone: { status: 409, message: 'The merge cannot be undone now.' },
  import_refused: { status: 409, message: 'The import cannot do this in its present state.' },
  segment_in_use: { status: 409, message: 'The segment is used, so it cannot be deleted.' },
  suppressed_already: { status: 409, message: 'Nothing is sent to this address already.' },
  subscription_exists: { status: 409, message: 'There is a subscription with this name already.' },
  too_many_subscriptions: { status: 409, message: 'There are 20 subscriptions already. Delete one first.' },
  subscription_paused: { status: 409, message: 'The subscription is paused. Resume it first.' },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being worked on. Retry in a moment.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 64 KiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  idempotency_mismatch: {
    status: 422,
    message:
      'This Idempotency-Key was used before, with another body or for another address. Use a new key for a new request.',
  },
  too_many_requests: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  internal_error: {
    status: 500,
    message:
      'Something went wrong on our side. Retry with the same Idempotency-Key; if it happens again, report the request_id.',
  },
  unavailable: { status: 503, message: 'Not available right now. Retry after the seconds in Retry-After.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue
export const ErrorCode = Type.Unsafe<ErrorCode>(Type.Enum(Object.keys(errorCatalogue)))

/** Further errors of the dashboard's addresses. Integrators do not rely on them. */
export const dashboardErrors = {
  sign_in_needed: { status: 401, message: 'You are not signed in, or no longer. Sign in and try again.' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is wrong.' },
  wrong_password: { status: 403, message: 'The password is wrong.' },
  confirmation_needed: { status: 403, message: 'Give your password again to do this.' },
  wrong_code: { status: 403, message: 'The code is wrong, or was used before.' },
  wrong_passkey: {
    status: 403,
    message: 'The passkey does not fit, or it took longer than five minutes. Try again.',
  },
  second_factor_needed: {
    status: 403,
    message: 'Your organisation requires a second factor. Set one up on your profile first.',
  },
  single_sign_on_needed: {
    status: 403,
    message: 'Members with this address sign in with single sign-on. Use “Continue with single sign-on”.',
  },
  role_needed: { status: 403, message: 'Your role in this organisation does not allow this. Ask an owner.' },
  organisation_needed: { status: 403, message: 'Choose one of your organisations first.' },
  cross_site: { status: 403, message: 'The request came from another site. Use the dashboard itself.' },
  https_needed: {
    status: 403,
    message:
      'The dashboard is published without https, so nobody can sign in. Set MILLRACE_BASE_URL to its https address.',
  },
  single_sign_on_not_found: {
    status: 404,
    message: 'No organisation here uses single sign-on for this. Sign in with your password.',
  },
  identity_provider_failed: {
    status: 502,
    message: 'The identity provider did not answer as it should. Try again in a minute, or ask an owner.',
  },
  organisation_not_found: { status: 404, message: 'There is no organisation of yours with this id.' },
  session_not_found: { status: 404, message: 'This session has ended already.' },
  member_not_found: { status: 404, message: 'There is no member with this id.' },
  invitation_not_found: { status: 404, message: 'There is no open invitation with this id.' },
  key_not_found: { status: 404, message: 'There is no API key with this client_id.' },
  link_not_valid: {
    status: 404,
    message: 'This link was used, has expired, or never was one. Ask for a new one.',
  },
  version_not_found: { status: 404, message: 'The workflow has no version with this number.' },
  template_not_found: { status: 404, message: 'There is no template with this key.' },
  venue_not_found: { status: 404, message: 'There is no venue with this serial.' },
  provider_not_found: { status: 404, message: 'There is no provider with this id.' },
  too_many_providers: {
    status: 409,
    message: 'There are 10 providers for this channel already. Remove one first.',
  },
  message_not_found: { status: 404, message: 'There is no message with this id.' },
  task_not_found: { status: 404, message: 'There is no task with this id.' },
  source_not_found: { status: 404, message: 'Nothing has been learnt of this source yet.' },
  simulation_not_found: { status: 404, message: 'The workflow has no simulation with this id.' },
  comment_not_found: { status: 404, message: 'The workflow has no comment with this id.' },
  too_many_comments: {
    status: 409,
    message: 'The workflow has 500 comments already. Delete some that are resolved first.',
  },
  view_not_found: { status: 404, message: 'There is no saved view with this id.' },
  too_many_views: { status: 409, message: 'You have 100 saved views already. Delete one first.' },
  piece_not_found: { status: 404, message: 'There is no saved piece with this key.' },
  piece_version_not_found: { status: 404, message: 'The saved piece has no such version.' },
  piece_in_use: { status: 409, message: 'The saved piece is used, so it cannot be deleted.' },
  piece_conflict: { status: 409, message: 'The saved piece was changed after you opened it.' },
  image_not_found: { status: 404, message: 'There is no image with this name.' },
  image_refused: { status: 400, message: 'The file cannot be used as an image.' },
  image_in_use: { status: 409, message: 'The image is used, so it cannot be deleted.' },
  too_many_images: {
    status: 409,
    message: 'There are 500 images or 100 MB of them already. Delete some that are used nowhere.',
  },
  job_not_found: { status: 404, message: 'There is nothing under way with this id.' },
  factor_exists: { status: 409, message: 'You have an authenticator app already. Remove it first.' },
  factor_not_found: { status: 404, message: 'You have no such second factor.' },
  passkeys_not_possible: {
    status: 409,
    message: 'The dashboard is published under a number, for which browsers make no passkeys. Use a name.',
  },
  member_exists: { status: 409, message: 'This person is a member of the organisation already.' },
  last_owner: { status: 409, message: 'An organisation needs an owner. Make someone else an owner first.' },
  key_revoked: { status: 409, message: 'The API key is revoked. Create a new one.' },
  draft_conflict: {
    status: 409,
    message: 'The draft was saved after you opened it. Look at what is there now.',
  },
  workflow_not_valid: {
    status: 409,
    message: 'The draft has faults, so it cannot be published; see errors.',
  },
  class_not_confirmed: {
    status: 409,
    message:
      'Steps send messages without marketing consent. Confirm that they are transactional; see errors.',
  },
  simulations_failed: {
    status: 409,
    message: 'Tests of this workflow fail. Fix the draft or the tests, then publish.',
  },
  trial_refused: { status: 409, message: 'This cannot be tried or started as things stand.' },
  status_refused: { status: 409, message: 'The workflow cannot get this status from the one it has.' },
  source_taken: { status: 409, message: 'Another active workflow listens to this source.' },
  run_not_failed: { status: 409, message: 'Only a run that failed can be tried again.' },
  email_feedback_not_found: { status: 404, message: 'Nothing is set up for this e-mail provider.' },
  secret_not_found: { status: 404, message: 'There is no secret with this name.' },
  connection_not_found: { status: 404, message: 'There is no connection with this id.' },
  delivery_not_found: { status: 404, message: 'The connection has no delivery with this id, or no longer.' },
  pull_not_found: { status: 404, message: 'This connection fetches no pages. Set it up first.' },
  mapping_not_found: {
    status: 404,
    message: 'The connection has no version of its mapping with this number.',
  },
  mapping_conflict: {
    status: 409,
    message: 'The mapping was saved after you opened it. Look at the newest version, and then save yours.',
  },
  venue_exists: { status: 409, message: 'A venue with this serial exists already.' },
  settings_conflict: {
    status: 409,
    message: 'The settings were saved after you opened them. Read them again, and then save yours.',
  },
  job_over: { status: 409, message: 'It is over, so there is nothing to call off.' },
  own_venues_needed: {
    status: 403,
    message:
      'This workflow is for venues that are not yours. Limit it to your own venues, or ask someone who sees all of them.',
  },
  own_guest_needed: {
    status: 403,
    message: 'This guest has been at other venues only. Ask someone who sees all of them.',
  },
  wholly_own_guest_needed: {
    status: 403,
    message: 'One of the guests has been at other venues too. Ask someone who sees all of them.',
  },
  every_venue_needed: {
    status: 403,
    message: 'This is about every venue, and you see only some. Ask someone who sees all of them.',
  },
} as const

export type DashboardErrorCode = keyof typeof dashboardErrors

export const Problem = Type.Object(
  {
    message: Type.String({ description: 'What is wrong, for people.' }),
    // The OpenAPI document includes this schema, but not the dashboard's codes.
    code: Type.Unsafe<ErrorCode | DashboardErrorCode>(ErrorCode),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description:
          'For each faulty field, by its path (serials.2, parameters.spend), what is wrong with it.',
      }),
    ),
    request_id: Type.String({ description: 'The X-Request-Id of this answer.' }),
  },
  { $id: 'Problem', title: 'Why a request was refused' },
)
export type Problem = Static<typeof Problem>
