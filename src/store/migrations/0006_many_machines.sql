CREATE TABLE `allowances` (
	`caller` text PRIMARY KEY NOT NULL,
	`start` integer NOT NULL,
	`used` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `marks` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `outbox_waiting`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `held_until` integer;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_attempt_at`,`receiver`,`key_id`,`held_until`,`state`) WHERE "outbox"."state" in ('pending', 'retrying');--> statement-breakpoint
ALTER TABLE `records` ADD `lease` text;--> statement-breakpoint
ALTER TABLE `records` ADD `batches` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `records_by_lease` ON `records` (`lease`) WHERE "records"."lease" is not null;