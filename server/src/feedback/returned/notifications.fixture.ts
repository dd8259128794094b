/** Notifications in the shapes that common mail servers give them, written for the tests. */

/** With these fields about the recipient, as Postfix puts them. */
export const postfix = (fields: string): string =>
  mail(`Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4bQ2.1700000000/mx.example.net"

This is a MIME-encapsulated message.

--4bQ2.1700000000/mx.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

--4bQ2.1700000000/mx.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4bQ2
Arrival-Date: Tue,  3 Mar 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; guest@example.com
Original-Recipient: rfc822;guest@example.com
${fields}

--4bQ2.1700000000/mx.example.net
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

From: Rialto <hello@rialto.example.com>
To: guest@example.com
Subject: Hello
Action: failed
Status: 5.1.1

Hi
--4bQ2.1700000000/mx.example.net--
`)

export const exim = mail(`From: Mail Delivery System <Mailer-Daemon@exim.example.net>
To: return@bounces.example.com
References: <0198c0de-0000-7000-8000-000000000001@rialto.example.com>
X-Failed-Recipients: guest@example.com
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=1700000000-eximdsn-1
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1700000000-eximdsn-1
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error.

--1700000000-eximdsn-1
Content-type: message/delivery-status

Reporting-MTA: dns; exim.example.net

Action: failed
Final-Recipient: rfc822;guest@example.com
Status: 5.0.0
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 <guest@example.com>: Recipient address rejected: User unknown

--1700000000-eximdsn-1
Content-type: text/rfc822-headers

From: Rialto <hello@rialto.example.com>
Subject: Hello

--1700000000-eximdsn-1--
`)

/** Its words are in base64, and the message that it is about is attached. */
export const exchange = mail(`From: <postmaster@example.onmicrosoft.com>
To: <return@bounces.example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="0f4c2d1e-7a5b-4c3d-9e8f-1a2b3c4d5e6f"
Content-Language: en-GB
Subject: Undeliverable: Hello
Auto-Submitted: auto-replied

--0f4c2d1e-7a5b-4c3d-9e8f-1a2b3c4d5e6f
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="7c9e6679-7425-40de-944b-e07fc1f90ae7"

--7c9e6679-7425-40de-944b-e07fc1f90ae7
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

guest wasn't found at example.com.

--7c9e6679-7425-40de-944b-e07fc1f90ae7
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: base64

${Buffer.from("<p>guest wasn't found at example.com.</p>").toString('base64')}
--7c9e6679-7425-40de-944b-e07fc1f90ae7--

--0f4c2d1e-7a5b-4c3d-9e8f-1a2b3c4d5e6f
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB0001.example.prod.outlook.com
Received-From-MTA: dns;mail.rialto.example.com
Arrival-Date: Tue, 3 Mar 2026 10:00:00 +0000

Final-Recipient: rfc822;guest@example.com
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient
 guest@example.com not found by SMTP address lookup

--0f4c2d1e-7a5b-4c3d-9e8f-1a2b3c4d5e6f
Content-Type: message/rfc822

Subject: Hello

Hi
--0f4c2d1e-7a5b-4c3d-9e8f-1a2b3c4d5e6f--
`)

/** Words and a picture in a separate part, an address in the other form, and a reply of several lines. */
export const gmail = mail(`From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: return@bounces.example.com
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
Content-Type: multipart/report; boundary="000000000000a1b2c3061"; report-type=delivery-status
MIME-Version: 1.0

--000000000000a1b2c3061
Content-Type: multipart/related; boundary="000000000000a1b2c4062"

--000000000000a1b2c4062
Content-Type: multipart/alternative; boundary="000000000000a1b2c5063"

--000000000000a1b2c5063
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to guest@gmail.com.

--000000000000a1b2c5063--
--000000000000a1b2c4062
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000a1b2c4062--
--000000000000a1b2c3061
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Tue, 03 Mar 2026 02:00:00 -0800 (PST)
X-Original-Message-ID: <0198c0de-0000-7000-8000-000000000001@rialto.example.com>

Final-Recipient: rfc822; guest@gmail.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
 550 5.1.1 Please try double-checking the recipient's email address. - gsmtp
Last-Attempt-Date: Tue, 03 Mar 2026 02:00:01 -0800 (PST)

--000000000000a1b2c3061
Content-Type: message/rfc822

Subject: Hello

Hi
--000000000000a1b2c3061--
`)

export const absence = mail(`From: Guest <guest@example.com>
Subject: Automatic reply: Hello
Auto-Submitted: auto-replied
Content-Type: text/plain

I am away. If it is urgent: Action: failed, Status: 5.1.1.
`)

function mail(text: string): string {
  return text.replaceAll('\n', '\r\n')
}
