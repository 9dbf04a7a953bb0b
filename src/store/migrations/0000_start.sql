CREATE TABLE `artifacts` (
	`record_id` text NOT NULL,
	`path` text NOT NULL,
	`attempt` integer NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`record_id`, `path`),
	FOREIGN KEY (`record_id`) REFERENCES `records`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `events` (
	`record_id` text NOT NULL,
	`seq` integer NOT NULL,
	`event` text NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`record_id`, `seq`),
	FOREIGN KEY (`record_id`) REFERENCES `records`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`scope` text NOT NULL,
	`endpoint` text NOT NULL,
	`key` text NOT NULL,
	`body_sha256` text NOT NULL,
	`record_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `endpoint`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_by_age` ON `idempotency` (`created_at`);--> statement-breakpoint
CREATE TABLE `keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`digest` text NOT NULL,
	`sealed` text NOT NULL,
	`name` text NOT NULL,
	`quota_total` integer,
	`quota_remaining` integer,
	`total_used` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`webhook_url` text,
	`webhook_secret` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `keys_by_digest` ON `keys` (`digest`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`record_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`event` text NOT NULL,
	`body` blob NOT NULL,
	`signature` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_status` integer,
	`last_error` text,
	`next_attempt_at` integer,
	FOREIGN KEY (`record_id`) REFERENCES `records`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `records` (
	`id` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`workflow` text NOT NULL,
	`endpoint` text NOT NULL,
	`key_id` integer,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`input` text NOT NULL,
	`files` text DEFAULT '{}' NOT NULL,
	`diagram_type` text,
	`description` text DEFAULT '' NOT NULL,
	`error` text,
	`progress` text,
	`log_rows` integer DEFAULT 0 NOT NULL,
	`origin` text NOT NULL,
	`webhook_url` text,
	`webhook_secret` text,
	`webhook_include_image` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `records_by_status` ON `records` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `records_by_key` ON `records` (`key_id`,`id`);--> statement-breakpoint
CREATE INDEX `records_by_endpoint` ON `records` (`endpoint`,`id`);--> statement-breakpoint
CREATE INDEX `records_by_finish` ON `records` (`finished_at`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`name` text PRIMARY KEY NOT NULL,
	`key_id` integer,
	`client_name` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_by_age` ON `uploads` (`created_at`);--> statement-breakpoint
CREATE TABLE `usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` integer NOT NULL,
	`record_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `usage_by_key` ON `usage` (`key_id`,`id`);