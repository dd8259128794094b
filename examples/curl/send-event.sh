#!/usr/bin/env bash
# Gets a token, sends an event and prints the receipt. Secret and token are handed to curl by its input, because
# other users of the machine can see its arguments.
set -euo pipefail

token_answer=$(
  curl -sS --fail-with-body "$MILLRACE_AUTH_URL/oauth/token" -H 'content-type: application/json' --data @- <<JSON
{
  "client_id": "$MILLRACE_CLIENT_ID",
  "client_secret": "$MILLRACE_CLIENT_SECRET",
  "grant_type": "client_credentials"
}
JSON
) || {
  echo "No token: $token_answer" >&2
  exit 1
}
token=$(sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p' <<<"$token_answer")

# The key makes it safe to send the same request again.
curl -sS --fail-with-body "$MILLRACE_BASE_URL/v1/workflows/incoming-event" --config - \
  -H 'content-type: application/json' \
  -H "idempotency-key: example-$(date +%s)-$$" \
  --data '{
    "organisation_registration_id": "'"${MILLRACE_GUEST_ID:-0192c8a0-0000-7000-8000-000000000101}"'",
    "serials": ["'"${MILLRACE_SERIAL:-HARBOUR-01}"'"],
    "parameters": {"source": "'"${MILLRACE_SOURCE:-till}"'", "spend": 42.5}
  }' <<<"header = \"authorization: Bearer $token\""
echo
