<?php
// Gets a token, sends an event and prints the receipt, with PHP's own streams.
declare(strict_types=1);

function post(string $url, array $body, array $headers = []): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['content-type: application/json', ...$headers],
        'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'timeout' => 15,
        'ignore_errors' => true,
        'follow_location' => 0,
    ]]);
    $stream = fopen($url, 'r', false, $context);
    if ($stream === false) {
        fwrite(STDERR, "$url did not answer.\n");
        exit(1);
    }
    $answer = stream_get_contents($stream);
    // The first line is the status: HTTP/1.1 200 OK
    $status = stream_get_meta_data($stream)['wrapper_data'][0];
    if (!preg_match('{^HTTP/\S+ 2}', $status)) {
        fwrite(STDERR, "$url answered $status: $answer\n");
        exit(1);
    }
    return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
}

$token = post(getenv('MILLRACE_AUTH_URL') . '/oauth/token', [
    'client_id' => getenv('MILLRACE_CLIENT_ID'),
    'client_secret' => getenv('MILLRACE_CLIENT_SECRET'),
    'grant_type' => 'client_credentials',
])['access_token'];

$receipt = post(
    getenv('MILLRACE_BASE_URL') . '/v1/workflows/incoming-event',
    [
        'organisation_registration_id' => getenv('MILLRACE_GUEST_ID') ?: '0192c8a0-0000-7000-8000-000000000101',
        'serials' => [getenv('MILLRACE_SERIAL') ?: 'HARBOUR-01'],
        'parameters' => ['source' => getenv('MILLRACE_SOURCE') ?: 'till', 'spend' => 42.5],
    ],
    // The key makes it safe to send the same request again.
    ["authorization: Bearer $token", 'idempotency-key: ' . bin2hex(random_bytes(16))],
);
echo json_encode($receipt, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
