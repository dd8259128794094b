-- Other systems enter addresses through the API. No member did, so the reason is another one.
ALTER TABLE suppressions
  DROP CONSTRAINT suppressions_reason_check,
  ADD CONSTRAINT suppressions_reason_check
    CHECK (reason IN ('hard_bounce', 'soft_bounces', 'complaint', 'member', 'integration'));
