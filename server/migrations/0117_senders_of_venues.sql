-- Who SMS about a venue are from. null: the sender of the organisation.
ALTER TABLE venues ADD COLUMN sms_from text;
