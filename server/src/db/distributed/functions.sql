-- What statements on several nodes need besides what PostgreSQL has, on each node, in a schema that is searched before pg_catalog.
--
-- Citus lets a change use only functions that are IMMUTABLE, where each node works something out for its rows. Those here are the same as
-- PostgreSQL's, declared so: what they depend on besides their arguments is the time zone, which is UTC in each session, or the time and
-- chance of the node that has the row. These take a column of the row, which they do not read: without one, they would be worked out
-- once, when a statement is planned.

-- The audit log refers to organisations; where it is moved to another node, its owner checks that.
GRANT USAGE ON SCHEMA millrace TO millrace_audit;

CREATE SCHEMA IF NOT EXISTS millrace_nodes;
GRANT USAGE ON SCHEMA millrace_nodes TO millrace_engine, millrace_tenant;

CREATE OR REPLACE FUNCTION millrace_nodes.now_at("any") RETURNS timestamptz LANGUAGE internal IMMUTABLE AS 'now';
CREATE OR REPLACE FUNCTION millrace_nodes.clock_at("any") RETURNS timestamptz LANGUAGE internal IMMUTABLE AS 'clock_timestamp';
CREATE OR REPLACE FUNCTION millrace_nodes.random_at("any") RETURNS float8 LANGUAGE internal IMMUTABLE AS 'drandom';
CREATE OR REPLACE FUNCTION millrace_nodes.uuid_at("any") RETURNS uuid LANGUAGE internal IMMUTABLE AS 'gen_random_uuid';
CREATE OR REPLACE FUNCTION millrace_nodes.next_at(regclass, "any") RETURNS bigint LANGUAGE internal IMMUTABLE AS 'nextval_oid';

CREATE OR REPLACE FUNCTION millrace_nodes.jsonb_build_object(VARIADIC "any") RETURNS jsonb
  LANGUAGE internal IMMUTABLE AS 'jsonb_build_object';
CREATE OR REPLACE FUNCTION millrace_nodes.json_build_object(VARIADIC "any") RETURNS json
  LANGUAGE internal IMMUTABLE AS 'json_build_object';
CREATE OR REPLACE FUNCTION millrace_nodes.to_jsonb(anyelement) RETURNS jsonb LANGUAGE internal IMMUTABLE STRICT AS 'to_jsonb';
CREATE OR REPLACE FUNCTION millrace_nodes.date_trunc(text, timestamptz) RETURNS timestamptz
  LANGUAGE internal IMMUTABLE STRICT AS 'timestamptz_trunc';
CREATE OR REPLACE FUNCTION millrace_nodes.later(timestamptz, interval) RETURNS timestamptz
  LANGUAGE internal IMMUTABLE STRICT AS 'timestamptz_pl_interval';
CREATE OR REPLACE FUNCTION millrace_nodes.earlier(timestamptz, interval) RETURNS timestamptz
  LANGUAGE internal IMMUTABLE STRICT AS 'timestamptz_mi_interval';

DROP OPERATOR IF EXISTS millrace_nodes.+ (timestamptz, interval);
CREATE OPERATOR millrace_nodes.+ (LEFTARG = timestamptz, RIGHTARG = interval, FUNCTION = millrace_nodes.later);
DROP OPERATOR IF EXISTS millrace_nodes.- (timestamptz, interval);
CREATE OPERATOR millrace_nodes.- (LEFTARG = timestamptz, RIGHTARG = interval, FUNCTION = millrace_nodes.earlier);

-- It sees every organisation by its policies, and Citus stores some of its rows by COPY, which is refused where there are policies.
ALTER ROLE millrace_engine BYPASSRLS;
