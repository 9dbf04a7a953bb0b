CREATE TABLE `spending` (
	`day` text NOT NULL,
	`owner` text NOT NULL,
	`usd` real NOT NULL,
	PRIMARY KEY(`day`, `owner`)
);
--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `receiver` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `key_id` integer;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_attempt_at`,`receiver`,`key_id`,`record_id`,`state`) WHERE "outbox"."state" in ('pending', 'retrying');--> statement-breakpoint
ALTER TABLE `records` ADD `losses` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `choice` text DEFAULT '{"choices":{},"ignored":[]}' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `warnings` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `cost_usd` real;--> statement-breakpoint
CREATE INDEX `records_waiting` ON `records` (`key_id`,`id`) WHERE "records"."status" = 'pending';--> statement-breakpoint
CREATE INDEX `uploads_by_key` ON `uploads` (`key_id`,`size`);--> statement-breakpoint
ALTER TABLE `records` DROP COLUMN `lost`;