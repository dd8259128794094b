-- A mail server that sends an e-mail back to its return address reports on it, as a provider does.
ALTER TABLE message_reports
  DROP CONSTRAINT message_reports_provider_check,
  ADD CONSTRAINT message_reports_provider_check
    CHECK (provider IN ('ses', 'postmark', 'sendgrid', 'mailgun', 'mail_server'));
