"""Gets a token, sends an event and prints the receipt, with the standard library alone."""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid


def post(url, body, headers=None):
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        headers={"content-type": "application/json", **(headers or {})},
        method="POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{url} answered {error.code}: {error.read().decode()}")


token = post(
    f"{os.environ['MILLRACE_AUTH_URL']}/oauth/token",
    {
        "client_id": os.environ["MILLRACE_CLIENT_ID"],
        "client_secret": os.environ["MILLRACE_CLIENT_SECRET"],
        "grant_type": "client_credentials",
    },
)["access_token"]

receipt = post(
    f"{os.environ['MILLRACE_BASE_URL']}/v1/workflows/incoming-event",
    {
        "organisation_registration_id": os.environ.get(
            "MILLRACE_GUEST_ID", "0192c8a0-0000-7000-8000-000000000101"
        ),
        "serials": [os.environ.get("MILLRACE_SERIAL", "HARBOUR-01")],
        "parameters": {"source": os.environ.get("MILLRACE_SOURCE", "till"), "spend": 42.5},
    },
    # The key makes it safe to send the same request again.
    {"authorization": f"Bearer {token}", "idempotency-key": str(uuid.uuid4())},
)
print(json.dumps(receipt, indent=2, ensure_ascii=False))
